;;; checkdoc.el --- Print what checkdoc finds in files  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The files are those on the command line.

;;; Code:

(require 'checkdoc)

(setq sentence-end-double-space t
      checkdoc-create-error-function
      (lambda (text start &rest _)
        (princ (format "%s:%s: %s\n" (file-name-nondirectory buffer-file-name)
                       (if start (line-number-at-pos start) 1) text))
        nil))

(dolist (file command-line-args-left)
  (let ((enable-local-variables :all))
    (with-current-buffer (find-file-noselect file)
      (checkdoc-current-buffer t))))
(setq command-line-args-left nil)
