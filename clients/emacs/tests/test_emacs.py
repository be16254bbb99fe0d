"""Tests that need only Emacs: warnings, docstrings, ERT tests; and the results of `featurehost conform`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from FrontEnds.emacs import BATCH, CLIENT, compiled


def emacs(*words: str) -> subprocess.CompletedProcess[str]:
    """Returns the output of `emacs --batch`."""
    # Python gives its children SIGPIPE as it was. In batch mode, Emacs leaves it so, and would end without a word if a
    # host ends just when Emacs writes to it. An interactive Emacs ignores the signal.
    return subprocess.run(
        [*BATCH, *words], cwd=CLIENT, capture_output=True, text=True, timeout=300, restore_signals=False
    )


def test_compiles_without_a_warning(tmp_path: Path) -> None:
    compiled = f'(setq byte-compile-error-on-warn t byte-compile-dest-file-function (lambda (_) "{tmp_path}/it.elc"))'
    for file in ("featurehost.el", "conform.el"):
        # The second file starts to follow orders when it is loaded, so it is only compiled.
        done = emacs("-L", ".", "--eval", compiled, "-f", "batch-byte-compile", file)
        assert done.returncode == 0, done.stderr


def test_checkdoc_finds_nothing() -> None:
    done = emacs("-l", "tests/checkdoc.el", "featurehost.el", "conform.el")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


LINTER = Path("/usr/share/emacs/site-lisp")


@pytest.mark.skipif(not list(LINTER.glob("elpa*/package-lint-*")), reason="elpa-package-lint is not installed")
def test_package_lint_finds_only_that_there_is_no_url_yet() -> None:
    script = f"""
        (let ((default-directory "{LINTER}/"))
          (normal-top-level-add-subdirs-to-load-path)
          (require 'package-lint)
          (with-current-buffer (find-file-noselect "{CLIENT}/featurehost.el")
            (pcase-dolist (`(,line ,_ ,_ ,text) (package-lint-buffer))
              (princ (format "%s: %s\n" line text)))))"""
    done = emacs("--eval", script)
    # The linter of Debian 12 is older than Emacs 28.1.
    old = "7: This makes the package uninstallable in all released Emacs versions."
    found = [line for line in done.stdout.splitlines() if line != old]
    assert found == ["1: Package should have a Homepage or URL header."], done.stderr


def test_package_installs_and_goes(tmp_path: Path) -> None:
    script = f"""
        (progn (setq package-user-dir "{tmp_path}/elpa" package-archives nil)
               (require 'package) (package-initialize)
               (package-install-file "{CLIENT}/featurehost.el")
               (princ (if (and (commandp 'featurehost) (fboundp 'featurehost-define-source)) "installed " "missing "))
               (package-delete (cadr (assq 'featurehost package-alist)))
               (princ (directory-files package-user-dir nil "featurehost")))"""
    done = emacs("--eval", script)
    assert done.stdout == "installed nil", done.stderr


def test_ert() -> None:
    done = emacs("-L", ".", "-l", "tests/featurehost-tests.el", "-f", "ert-run-tests-batch-and-exit")
    assert done.returncode == 0, done.stderr


def test_conforms() -> None:
    # The kit starts the client for each scenario.
    client, program = map(str, compiled("featurehost", "conform"))
    tried = [*BATCH, "-l", client, "-l", program]
    command = [os.environ["FEATUREHOST"], "conform", "--client", "--timeout", "100", "--way", "lines", "--", *tried]
    done = subprocess.run(command, cwd=CLIENT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout
    assert ", not met: 0," in done.stdout.splitlines()[-1]
