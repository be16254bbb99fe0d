;;; featurehost.el --- Lists, forms, texts and flows of a featurehost daemon  -*- lexical-binding: t -*-

;; Copyright (C) 2026 The featurehost authors

;; Author: The featurehost authors
;; Version: 1.0.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, processes, convenience
;; SPDX-License-Identifier: MIT

;; This file is not part of GNU Emacs.

;;; Commentary:

;; A featurehost daemon owns the state and the behaviour of lists, forms,
;; searches, texts and flows.  This file draws them in buffers and sends actions.
;;
;; `M-x featurehost' offers the features of the workspace that
;; `featurehost-workspace' names, and opens the chosen one in a buffer.  `C-h m'
;; in the buffer shows its keys.  Before an untrusted workspace runs any
;; program, the user is asked.  Rows may come from Emacs: its buffers are the
;; source "buffers", and `featurehost-define-source' defines further sources.
;;
;; The host owns all state.  An instance is an open feature with its newest
;; snapshot.  A node is a feature in such a snapshot.  A layer is a buffer that
;; shows a node: the instance itself, a presentation over it, or a question.

;;; Code:

(require 'ansi-color)
(require 'cl-lib)
(require 'easymenu)
(require 'hl-line)
(require 'imenu)
(require 'json)
(require 'jsonrpc)
(require 'subr-x)
(require 'tabulated-list)
(require 'wid-edit)
(require 'featurehost-icons nil t)

;;;; Options

(defgroup featurehost nil
  "Lists, forms, searches, texts and flows of a featurehost daemon."
  :group 'tools
  :prefix "featurehost-")

(defcustom featurehost-program (or (getenv "FEATUREHOST") "featurehost")
  "The executable of the host."
  :type 'string
  :risky t)

(defcustom featurehost-arguments '("serve")
  "The arguments of `featurehost-program'; those for the workspace are appended."
  :type '(repeat string)
  :risky t)

(defcustom featurehost-workspace nil
  "The workspace file whose features are offered, or nil for the host's gallery.
A workspace may name commands that the host runs."
  :type '(choice (const :tag "The gallery of the host" nil) file)
  :risky t)

(defcustom featurehost-run-untrusted nil
  "Non-nil means that the programs of a workspace are run without a question.
If nil, you are asked about a workspace that is not trusted, and its programs
are not run before you agree; \\[featurehost-trust] asks again."
  :type 'boolean
  :risky t)

(defcustom featurehost-sheet-display-action '(display-buffer-same-window)
  "The `display-buffer' action for the buffer of a sheet, popover or full screen.
`display-buffer' is called in the window of the presenting feature."
  :type 'sexp)

(defcustom featurehost-question-display-action
  '(display-buffer-at-bottom (window-height . fit-window-to-buffer))
  "The `display-buffer' action for the buffer of a question."
  :type 'sexp)

(defcustom featurehost-preview-display-action
  '((display-buffer-reuse-window display-buffer-below-selected) (window-height . 0.4))
  "The `display-buffer' action for the preview, which shows a whole row."
  :type 'sexp)

(defcustom featurehost-preview nil
  "Non-nil means that a new list or search shows the row at point in a preview.
The preview shows the whole row in another window;
\\<featurehost-rows-map>\\[featurehost-toggle-preview] turns it on and off."
  :type 'boolean)

(defcustom featurehost-search-at-once t
  "Non-nil means that a new search asks for the query at once."
  :type 'boolean)

(defcustom featurehost-pause 0.5
  "The seconds without a key after which a changed window accepts keys again.
If something appears in the selected window or disappears from it, and your last
command is not the cause, keys are ignored until this pause, since they may have
been typed for the previous content.  0 turns this off."
  :type 'number)

(defface featurehost-title '((t :inherit bold))
  "Face of titles and headings.")

(defface featurehost-error '((t :inherit error))
  "Face of errors, and of messages about invalid values.")

(defface featurehost-warning '((t :inherit warning))
  "Face of warnings about values.")

(defface featurehost-help '((t :inherit shadow))
  "Face of help texts, and of actions that are unavailable.")

(defface featurehost-match '((t :inherit match))
  "Face of the parts of a row that match a query.")

(defface featurehost-marked '((t :inherit warning))
  "Face of rows that are marked.")

(defface featurehost-pending '((t :inherit shadow))
  "Face of rows with edits that are not confirmed, and of outdated rows.")

(defface featurehost-section '((t :inherit (bold underline)))
  "Face of the headings of groups.")

(defface featurehost-added '((t :inherit success))
  "Face of added lines in a diff.")

(defface featurehost-removed '((t :inherit error))
  "Face of removed lines in a diff.")

(defface featurehost-hunk '((t :inherit font-lock-function-name-face))
  "Face of the headers of hunks in a diff.")

(defface featurehost-link '((t :inherit link))
  "Face of links, and of places in files.")

(defface featurehost-code '((t :inherit font-lock-constant-face))
  "Face of code in a text.")

(defface featurehost-quote '((t :inherit font-lock-comment-face))
  "Face of quotations in a text.")

(defface featurehost-strike '((t :strike-through t))
  "Face of struck-out parts of a text.")

(defface featurehost-key '((t :inherit font-lock-variable-name-face))
  "Face of keys in JSON.")

(defface featurehost-string '((t :inherit font-lock-string-face))
  "Face of strings in JSON.")

(defface featurehost-number '((t :inherit font-lock-constant-face))
  "Face of numbers in JSON.")

(defface featurehost-literal '((t :inherit font-lock-keyword-face))
  "Face of true, false and null in JSON.")

;;;; Values

;; JSON objects are plists, arrays are vectors, null is `:null' and false is
;; `:false', so that received values can be sent back unchanged.

(defun featurehost--key (name)
  "Return the keyword for the member NAME of an object."
  (if (keywordp name) name (intern (concat ":" name))))

(defun featurehost--at (value key)
  "Return the value of the row VALUE at KEY.
KEY is the name of a member, or a JSON Pointer."
  (if (not (and (stringp key) (string-prefix-p "/" key)))
      (and (consp value) (plist-get value (featurehost--key key)))
    (dolist (part (cdr (split-string key "/")) value)
      (let* ((name (string-replace "~0" "~" (string-replace "~1" "/" part)))
             (index (and (vectorp value) (string-match-p "\\`[0-9]+\\'" name) (string-to-number name))))
        (setq value (cond ((consp value) (plist-get value (featurehost--key name)))
                          ((and index (< index (length value))) (aref value index))))))))

(defun featurehost--get (object &rest names)
  "Return the value in OBJECT at the path NAMES.
For null and false, return nil."
  (while (and names object)
    (setq object (and (consp object) (plist-get object (featurehost--key (pop names))))))
  (if (memq object '(:null :false)) nil object))

(defun featurehost--list (array)
  "Return the elements of ARRAY as a list; nil if it is no array."
  (and (vectorp array) (append array nil)))

(defun featurehost--false-p (object name)
  "Return non-nil if the member NAME of OBJECT is false; nil if it is absent."
  (eq (and (consp object) (plist-get object (featurehost--key name))) :false))

(defun featurehost--on-p (value)
  "Return non-nil if the toggle VALUE is on: t, or the text \"true\"."
  (or (eq value t) (equal value "true")))

(defconst featurehost--invisible "[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
  "Characters that break a line, move the cursor or turn a line's direction.")

(defun featurehost--visible (text &optional keep)
  "Return TEXT with visible characters in place of control characters.
Characters in the string KEEP stay.  The length of the text is unchanged."
  (if (not (string-match-p featurehost--invisible text))
      text
    (replace-regexp-in-string
     featurehost--invisible
     (lambda (found)
       (let ((char (aref found 0)))
         (cond ((and keep (cl-find char keep)) found)
               ((eq char ?\n) "⏎")
               ((memq char '(?\t ?\r)) " ")
               (t "·"))))
     text t t)))

(defun featurehost--plain (value)
  "Return VALUE as text in one line."
  (cond ((stringp value) (featurehost--visible value))
        ((memq value '(nil :null)) "")
        ((eq value t) "yes")
        ((eq value :false) "no")
        ((and (floatp value) (< (abs value) 1e15) (= value (ftruncate value))) (format "%d" value))
        ((numberp value) (number-to-string value))
        (t (featurehost--visible (featurehost--json value)))))

(defun featurehost--glyph (entry)
  "Return the glyph of the icon of ENTRY, followed by a space; empty for none."
  (let ((glyph (and (boundp 'featurehost-icons-alist)
                    (alist-get (intern (featurehost--plain (featurehost--get entry :icon)))
                               (symbol-value 'featurehost-icons-alist)))))
    (if glyph (concat glyph " ") "")))

(defun featurehost--titled (entry &optional name)
  "Return the title of ENTRY after the glyph of its icon.
The title is the member NAME, by default `:title'."
  (concat (featurehost--glyph entry) (featurehost--plain (featurehost--get entry (or name :title)))))

(defun featurehost--tip (text)
  "Return TEXT escaped, so that the property `help-echo' shows it unchanged."
  (replace-regexp-in-string "[\\`']" "\\\\=\\&" text))

(defun featurehost--paragraph (value)
  "Return VALUE as text with all its lines."
  (if (stringp value) (featurehost--visible value "\n") (featurehost--plain value)))

(defun featurehost--words (camel)
  "Return the camelCase word CAMEL, such as noTarget, as separate words."
  (let ((case-fold-search nil))
    (downcase (replace-regexp-in-string "[A-Z]" " \\&" (featurehost--plain camel)))))

(defun featurehost--capital (text)
  "Return TEXT with a capital at its beginning."
  (if (string-empty-p text) text (concat (upcase (substring text 0 1)) (substring text 1))))

(defun featurehost--grouped (number)
  "Return NUMBER with separated thousands."
  (let ((text (featurehost--plain number)))
    (while (string-match "\\`\\([0-9]+\\)\\([0-9]\\{3\\}\\)" text)
      (setq text (replace-match "\\1,\\2" t nil text)))
    text))

(defun featurehost--joined (separator &rest texts)
  "Return the non-empty strings of TEXTS, joined by SEPARATOR."
  (mapconcat #'identity (cl-remove-if (lambda (text) (member text '(nil ""))) texts) separator))

(defun featurehost--scalars (text)
  "Return TEXT without properties, and without characters outside Unicode."
  (replace-regexp-in-string "[^\u0000-\ud7ff\ue000-\U0010ffff]" "\ufffd" (substring-no-properties text) t t))

(defun featurehost--encode (value)
  "Return VALUE as JSON."
  (json-serialize value :null-object :null :false-object :false))

(defun featurehost--json (value)
  "Return VALUE as JSON text; in Emacs 30, `featurehost--encode' returns bytes."
  (decode-coding-string (featurehost--encode value) 'utf-8))

(defun featurehost--decode (text)
  "Return the value of the JSON in TEXT."
  (condition-case nil
      (json-parse-string text :object-type 'plist :null-object :null :false-object :false)
    (json-parse-error
     ;; Emacs before 30 does not accept U+0000.
     (json-parse-string
      (replace-regexp-in-string "\\\\\\\\\\|\\\\u0000" (lambda (found) (if (equal found "\\\\") found "\\ufffd"))
                                text t t)
      :object-type 'plist :null-object :null :false-object :false))))

;;;; Structures

(cl-defstruct (featurehost--session (:constructor featurehost--make-session) (:copier nil))
  "A started host, and its open instances."
  workspace directory connection entries sources death
  (untrusted nil :documentation "The untrusted workspace whose programs the host does not run.")
  (held nil :documentation "The SHA-256 of the workspace whose programs the user has decided not to run.")
  (trusted nil :documentation "The SHA-256 of the workspace that the user has trusted last.")
  (is-restarting nil :documentation "Non-nil if the host is started again as soon as it has ended.")
  (is-ready nil :documentation "Non-nil if the catalog has arrived.")
  (instances nil :documentation "The open instances, oldest first.")
  (done (make-hash-table :test #'equal) :documentation "The answers to operations, by source and operation id.")
  (rows nil :documentation "The rows of sources whose pages the host is requesting, by source name."))

(cl-defstruct (featurehost--instance (:constructor featurehost--make-instance) (:copier nil))
  "An open feature: its newest SNAPSHOT, and its LAYERS, the root first."
  session name feature snapshot layers
  (is-changed nil :documentation "Non-nil if the newest snapshot is not drawn yet.")
  (is-of-peer nil :documentation "Non-nil if another client has caused some of the changes that are not drawn yet.")
  (is-away nil :documentation "Non-nil from the end of the host until the instance is open again.")
  (entering nil :documentation "The values that were entered again after a restart, and are not answered yet.")
  (unanswered 0 :documentation "The number of unanswered actions.")
  (moves 0 :documentation "The number of unanswered actions that change which rows are shown.")
  (is-typing nil :documentation "Non-nil if the user has typed text since the last pressed button.")
  (queue nil :documentation "The functions to call when all actions are answered, oldest first."))

(cl-defstruct (featurehost--node (:constructor featurehost--make-node) (:copier nil))
  "A feature in the newest snapshot of an INSTANCE, at a PATH.
SNAPSHOT is the part of the instance's snapshot that belongs to the feature."
  instance path snapshot
  (target nil :documentation "The path of the feature that is drawn, if NODE arranges panes; otherwise nil.")
  (keys nil :documentation "The keys of the presentations on PATH; a later presentation has the same path."))

(cl-defstruct (featurehost--layer (:constructor featurehost--make-layer) (:copier nil))
  "A BUFFER that shows a feature or a question of an INSTANCE.
ID is (root), (part PATH), (sheet PATH KEY), (asked PATH KEY),
\(alert PATH ID), (blocked PATH ACTION), (death) or (pane KEY).  PATH is the
node's path."
  id instance path buffer presenter
  (leaf nil :documentation "The pane that BUFFER shows: a leaf of the arrangement; nil without panes.")
  (panes nil :documentation "The `featurehost--panes' around BUFFER, or of which it shows one."))

(cl-defstruct (featurehost--panes (:constructor featurehost--make-panes) (:copier nil))
  "The panes of the feature that LAYER shows.
The buffer of LAYER shows the first visible pane, in the window ANCHOR.  LAYERS
are the layers of other panes, and WINDOWS their windows, both by key."
  layer anchor layers windows
  (whole nil :documentation "The arrangement with all panes.")
  (visible nil :documentation "The arrangement of the visible panes.")
  (focused nil :documentation "The key of the pane that was selected last.")
  (wanted nil :documentation "The key of the pane to be selected; nil for none.")
  (closed nil :documentation "The keys of the panes whose windows the user has deleted.")
  (tabs nil :documentation "The key of the pane that was shown last among tabs, by the keys of all.")
  (frame nil :documentation "The size of the frame when WINDOWS were last looked at.")
  (failed nil :documentation "The arrangement and the area that could not be divided into windows."))

;;;; Connection

;; The process support of jsonrpc.el differs between releases: in the order of
;; answers and notifications, in the parts of errors that it omits, and in its
;; log of sent messages, which includes secrets.  So this file defines its own
;; transport by lines, as a subclass of the connection.

(defclass featurehost--connection (jsonrpc-connection)
  ((process :initform nil :accessor featurehost--process :documentation "The process of the host.")
   (asked :initarg :asked :accessor featurehost--on-request
          :documentation "The function that answers the host's requests, given method and params."))
  :documentation "A session with a featurehost daemon; each message is a line.")

(cl-defmethod jsonrpc-connection-send ((connection featurehost--connection) &rest message &key method &allow-other-keys)
  "Send MESSAGE over CONNECTION, with METHOD if it is a request."
  (let ((process (featurehost--process connection)) (message (copy-sequence message)))
    (when method
      (setq message (plist-put message :method (string-remove-prefix ":" (format "%s" method)))))
    (when (process-live-p process)
      (process-put process 'featurehost-unwritten
                   (append (process-get process 'featurehost-unwritten)
                           (list (concat (featurehost--encode `(:jsonrpc "2.0" ,@message)) "\n"))))
      (featurehost--write process))))

(defun featurehost--write (process)
  "Write the pending text to PROCESS, unless it is stopped."
  (while (and (eq (process-status process) 'run) (process-get process 'featurehost-unwritten))
    ;; The sentinel reports the end of the host, which must not be an error for a user who types.
    (ignore-errors (process-send-string process (pop (process-get process 'featurehost-unwritten))))))

(cl-defmethod jsonrpc-running-p ((connection featurehost--connection))
  "Return non-nil if the host of CONNECTION runs."
  (process-live-p (featurehost--process connection)))

(cl-defmethod jsonrpc-shutdown ((connection featurehost--connection) &rest _)
  "Close the input of the host of CONNECTION; the host ends after its writes."
  (when (jsonrpc-running-p connection)
    (process-send-eof (featurehost--process connection))))

(defun featurehost--connect (name command on-notification on-request on-end)
  "Start COMMAND as the process NAME, and return a connection to it.
ON-NOTIFICATION is called with each method, a symbol, and its params.
ON-REQUEST returns the answer to a request.  ON-END is called with a
sentence when the process has ended."
  (let* ((slots (mapcar #'eieio-slot-descriptor-name (eieio-class-slots 'jsonrpc-connection)))
         (connection (apply #'make-instance 'featurehost--connection
                            :name name
                            :asked on-request
                            :notification-dispatcher (lambda (_ method params)
                                                       (funcall on-notification method params))
                            (if (memq '-events-buffer-config slots)
                                '(:events-buffer-config (:size 0 :format full))
                              '(:events-buffer-scrollback-size 0))))
         (log (generate-new-buffer (format " *%s log*" name)))
         (process (make-process
                   :name name :command command :connection-type 'pipe :noquery t
                   :coding '(utf-8-unix . utf-8-unix) :stderr log
                   :filter #'featurehost--filter
                   :sentinel (lambda (process _)
                               (if (process-live-p process)
                                   (featurehost--write process)
                                 (jsonrpc-forget-pending-continuations connection)
                                 (let ((said (featurehost--ending process log)))
                                   (kill-buffer log)
                                   (when-let* ((events (get-buffer (format "*%s events*" name))))
                                     (kill-buffer events))
                                   (funcall on-end said)))))))
    (when-let* ((pipe (get-buffer-process log)))
      (set-process-query-on-exit-flag pipe nil)
      (set-process-sentinel pipe #'ignore)
      (set-process-filter pipe #'featurehost--log))
    (buffer-disable-undo log)
    (process-put process 'featurehost-connection connection)
    (setf (featurehost--process connection) process)
    connection))

(defun featurehost--log (pipe text)
  "Keep only the end of the log, with TEXT, which was received from PIPE."
  (when (buffer-live-p (process-buffer pipe))
    (with-current-buffer (process-buffer pipe)
      (goto-char (point-max))
      (insert text)
      (when (> (buffer-size) 200000)
        (delete-region (point-min) (- (point-max) 100000))))))

(defun featurehost--ending (process log)
  "Return how PROCESS has ended, with the end of its log in the buffer LOG."
  (let ((status (process-exit-status process)))
    ;; The pipe of the log is a separate process, which ends separately.
    (when-let* ((pipe (get-buffer-process log)))
      (accept-process-output pipe 0.1))
    (featurehost--joined
     "\n\n"
     (cond ((process-get process 'featurehost-fault))
           ((eq (process-status process) 'signal) (format "A signal ended it (%d)." status))
           (t (format "It ended with status %d." status)))
     (with-current-buffer log
       (goto-char (point-max))
       (forward-line -6)
       (string-trim (featurehost--paragraph (buffer-substring-no-properties (point) (point-max))))))))

(defvar featurehost--longest-line (ash 1 28)
  "The maximum number of characters in a line; valid messages are far shorter.")

(defun featurehost--end (process fault)
  "End the host PROCESS; the sentence FAULT describes its protocol error."
  (process-put process 'featurehost-fault fault)
  (delete-process process))

(defun featurehost--filter (process text)
  "Receive TEXT from PROCESS, and handle the complete lines.
A line that arrives while an earlier one is handled waits for its end."
  (let ((parts (cons text (process-get process 'featurehost-parts)))
        (size (+ (length text) (or (process-get process 'featurehost-size) 0))))
    (process-put process 'featurehost-size size)
    (cond
     ((> size featurehost--longest-line)
      (process-put process 'featurehost-parts nil)
      (featurehost--end process "It has written a line that is too long."))
     ((not (string-search "\n" text)) (process-put process 'featurehost-parts parts))
     (t
      (let ((lines (split-string (apply #'concat (nreverse parts)) "\n")))
        (process-put process 'featurehost-parts (last lines))
        (process-put process 'featurehost-size (length (car (last lines))))
        (process-put process 'featurehost-lines
                     (nconc (process-get process 'featurehost-lines) (butlast lines))))))
    (unless (process-get process 'featurehost-busy)
      (process-put process 'featurehost-busy t)
      (unwind-protect
          (let (line)
            (while (setq line (pop (process-get process 'featurehost-lines)))
              (unless (string-blank-p line)
                (with-demoted-errors "featurehost: %S"
                  (featurehost--hear (process-get process 'featurehost-connection) line))))
            (featurehost--draw-all))
        (process-put process 'featurehost-busy nil)))))

(defun featurehost--hear (connection line)
  "Handle the message in LINE that was received over CONNECTION."
  (let* ((message (featurehost--decode line))
         (id (plist-get message :id))
         (method (plist-get message :method))
         (params (featurehost--get message :params)))
    (cond ((and method (plist-member message :id))
           (apply #'jsonrpc-connection-send connection :id id
                  (funcall (featurehost--on-request connection) method params)))
          (method (jsonrpc-connection-receive connection (list :method method :params params)))
          ((integerp id)
           (jsonrpc-connection-receive
            connection
            (if-let* ((error (featurehost--get message :error)))
                (list :id id :error error)
              (list :id id :result (plist-get message :result))))))))

;;;; Sessions

(defvar featurehost--sessions nil "The sessions with a host, including hosts that have died.")

(defvar featurehost--session-count 0 "The number of started hosts, for the names of their processes.")

(defun featurehost--session-for (workspace)
  "Return the session with the file WORKSPACE; start it if necessary."
  (or (cl-find workspace featurehost--sessions :key #'featurehost--session-workspace :test #'equal)
      (let ((session (featurehost--make-session
                      :workspace workspace
                      :directory (if workspace (file-name-directory workspace) default-directory))))
        (featurehost--start session)
        (push session featurehost--sessions)
        session)))

(defun featurehost--reader ()
  "Return the params of `initialize' about the user's language and time zone."
  (cl-flet ((variable (name) (let ((value (getenv name))) (and value (not (string-empty-p value)) value))))
    (let ((locale (or (variable "LC_ALL") (variable "LC_TIME") (variable "LANG")))
          (zone (variable "TZ")))
      (append
       (and locale (not (string-match-p "\\`\\(C\\|POSIX\\)\\(\\.\\|\\'\\)" locale)) (list :locale locale))
       (if zone
           (unless (string-prefix-p "/" (string-remove-prefix ":" zone))
             (list :timeZone (string-remove-prefix ":" zone)))
         (let ((path (file-truename "/etc/localtime")))
           (when (string-match "/zoneinfo/\\(.+\\)\\'" path)
             (list :timeZone (match-string 1 path)))))))))

(defun featurehost--start (session)
  "Start a host for SESSION, and request its catalog."
  (let ((default-directory (featurehost--session-directory session))
        (workspace (featurehost--session-workspace session)))
    (when (file-remote-p default-directory)
      (user-error "A host runs on this machine, and its workspace has to be here"))
    (unless (executable-find featurehost-program)
      (user-error "There is no program %s; set `featurehost-program'" featurehost-program))
    (unless (file-accessible-directory-p default-directory)
      (user-error "There is no folder %s any more" default-directory))
    (setf (featurehost--session-death session) nil
          (featurehost--session-is-ready session) nil
          (featurehost--session-entries session) nil
          (featurehost--session-untrusted session) nil
          (featurehost--session-is-restarting session) nil
          (featurehost--session-connection session)
          (featurehost--connect
           (format "featurehost-%d" (cl-incf featurehost--session-count))
           `(,featurehost-program ,@featurehost-arguments
                                  ,@(and workspace (not featurehost-run-untrusted) '("--require-trust"))
                                  ,@(and workspace (list "--workspace" (expand-file-name workspace))))
           (lambda (method params) (featurehost--told session method params))
           (lambda (method params) (featurehost--answer session method params))
           (lambda (said) (featurehost--ended session said))))
    (featurehost--request
     session "initialize"
     `(:protocolVersions ["1"] :clientInfo (:name "featurehost.el") :processId ,(emacs-pid) :reducedMotion t
       ,@(featurehost--reader)
       :capabilities (:sources ,(vconcat (mapcar #'car (bound-and-true-p featurehost-sources)))))
     (lambda (result)
       (setf (featurehost--session-sources session)
             (featurehost--list (featurehost--get result :capabilities :sources))
             (featurehost--session-untrusted session) (featurehost--get result :untrusted))
       (when (and (featurehost--session-instances session) (featurehost--must-ask session))
         (featurehost--say "The workspace is not trusted, and nothing of it is run: M-x featurehost-trust asks"))
       (featurehost--request session "feature/list" nil
                             (lambda (result)
                               (setf (featurehost--session-is-ready session) t
                                     (featurehost--session-entries session)
                                     (featurehost--list (featurehost--get result :features))))
                             (lambda (error) (featurehost--give-up session "list" error))))
     (lambda (error) (featurehost--give-up session "initialize" error)))))

(defun featurehost--give-up (session method error)
  "End the host of SESSION, because it has refused METHOD with ERROR."
  (featurehost--end (featurehost--process (featurehost--session-connection session))
                    (featurehost--explain method error)))

(defun featurehost--wait (session condition)
  "Wait until the function CONDITION returns non-nil or SESSION's host ends.
Return non-nil if the condition holds.  Input that the user types during the
wait is meant for the result, so it stays in Emacs' queue.  It is dropped if
the host ends."
  (let ((told (run-at-time 1 nil (lambda ()
                                   (featurehost--say (substitute-command-keys "Waiting for the host; \\[keyboard-quit] stops waiting"))
                                   (redisplay))))
        (is-met nil))
    (unwind-protect
        (progn
          (while (not (or (featurehost--session-death session) (setq is-met (funcall condition))))
            ;; The first argument is nil, for any process: during a wait for a process that has ended, its sentinel
            ;; would not run.
            (accept-process-output nil 0.5))
          is-met)
      (cancel-timer told)
      (unless is-met (discard-input)))))

(defun featurehost--await (session condition)
  "Wait until the function CONDITION returns non-nil; fail if SESSION ends."
  (unless (featurehost--wait session condition)
    (user-error "The host has ended: %s" (featurehost--session-death session))))

(defun featurehost--request (session method params then &optional refused)
  "Send the request METHOD with PARAMS to the host of SESSION.
THEN is called with the result, REFUSED with an error object.  Without
REFUSED, the error is shown to the user."
  (jsonrpc-async-request
   (featurehost--session-connection session) method params
   :timeout nil
   :success-fn then
   :error-fn (or refused (lambda (error) (featurehost--say (featurehost--explain method error))))))

(defun featurehost--say (text)
  "Show TEXT in the echo area; text that the user is typing stays visible."
  (let ((message-log-max nil))
    ;; `minibuffer-message' would block, and delay all messages of the host.
    (message "%s" text)))

(defconst featurehost--refusals
  '(("gone" . "it is not there any more")
    ("readOnly" . "this can be read but not changed")
    ("disabled" . "it is disabled")
    ("loading" . "it is being loaded already")
    ("refreshing" . "the rows are being loaded")
    ("notLoaded" . "nothing is loaded yet")
    ("notAllLoaded" . "not all rows are loaded yet")
    ("dropped" . "the row is not loaded at the moment")
    ("endReached" . "there are no more rows")
    ("failed" . "the last attempt has failed")
    ("saving" . "edits are still being saved")
    ("noItems" . "no row is selected")
    ("allMove" . "all rows would be moved; select only some of them")
    ("beforeIdMoves" . "the row to move to is itself being moved")
    ("sorted" . "the rows are sorted or grouped")
    ("sortedTwice" . "the rows would be sorted by one column twice")
    ("cannotQuery" . "these rows can be neither filtered nor sorted")
    ("idChanges" . "the id of a row can't be changed")
    ("invalidId" . "an id must be a whole number, or a text that is not empty")
    ("duplicateId" . "another row has this id")
    ("unknownKey" . "there is no column of this name")
    ("notABoolean" . "this is neither on nor off")
    ("secret" . "this is a secret, and has to be entered in its own field")
    ("notSecret" . "this is not a secret")
    ("nothingToUndo" . "there is nothing to undo")
    ("nothingToRedo" . "there is nothing to redo")
    ("selectionNone" . "no rows can be selected here")
    ("selectionSingle" . "only one row can be selected here")
    ("noTarget" . "no row is active")
    ("noRow" . "there is no row that the form could change")
    ("severalRows" . "it is about one row, and several are marked")
    ("noRows" . "it is about no rows")
    ("notApplicable" . "it doesn't apply to this row")
    ("noLines" . "the text has no lines")
    ("noSpan" . "there is no link, place or hunk here")
    ("nothingToFind" . "there is nothing to find")
    ("noHeadings" . "this text has no headings")
    ("noHunks" . "this text has no hunks")
    ("targetChanged" . "the row has changed meanwhile")
    ("alreadyPresented" . "it is open already")
    ("notDismissible" . "it can only be closed by one of its buttons")
    ("notRetryable" . "trying again can't help")
    ("alreadySubmitting" . "it is being submitted already")
    ("submitting" . "it is being submitted")
    ("performing" . "the action on the accepted rows is still running")
    ("staleResults" . "the results are those of an older query")
    ("atRoot" . "this is the first page")
    ("tooDeep" . "too many features are open on top of each other")
    ("noSteps" . "there are no steps here")
    ("hasSteps" . "the pages follow each other as steps")
    ("firstStep" . "this is the first step")
    ("lastStep" . "this is the last step")
    ("noBack" . "going back from this step is not possible")
    ("notSkippable" . "this step has to be answered")
    ("noDraft" . "there is no draft")
    ("noConflict" . "there is no conflict")
    ("pluginFailed" . "the plugin of this feature has failed")
    ("ended" . "it has ended"))
  "The explanations of the reasons for which a host refuses an action.")

(defun featurehost--explain (action error)
  "Return a sentence with the reason why ACTION was refused with ERROR."
  (let* ((what (featurehost--capital (featurehost--words action)))
         (fields (featurehost--list (featurehost--get error :data :fields)))
         (reason (featurehost--get error :data :reason)))
    (format "%s: %s" what
            (cond (reason (or (cdr (assoc reason featurehost--refusals))
                              ;; A feature may define its own reasons.
                              (format "not now (%s)" (featurehost--words reason))))
                  (fields (mapconcat (lambda (field) (featurehost--plain (featurehost--get field :message)))
                                     fields "; "))
                  (t (featurehost--plain (featurehost--get error :message)))))))

(defun featurehost--ended (session said)
  "Handle the end of SESSION's host, described by SAID, and notify the user.
If SESSION is restarting, start the next host."
  (setf (featurehost--session-death session) said
        (featurehost--session-untrusted session) nil)
  (dolist (instance (featurehost--session-instances session))
    (with-demoted-errors "featurehost: %S"
      (mapc #'featurehost--keep-unanswered (featurehost--all-layers instance)))
    (setf (featurehost--instance-is-away instance) t
          (featurehost--instance-unanswered instance) 0
          (featurehost--instance-moves instance) 0
          (featurehost--instance-queue instance) nil
          (featurehost--instance-is-changed instance) t))
  (when (featurehost--session-is-restarting session)
    (condition-case problem
        (progn
          (featurehost--restart session)
          ;; An instance is drawn when it is open again, so that it is never shown as ended.
          (dolist (instance (featurehost--session-instances session))
            (setf (featurehost--instance-is-changed instance) nil)))
      (error (featurehost--say (error-message-string problem)))))
  (unless (or (featurehost--session-instances session) (not (featurehost--session-death session)))
    (setq featurehost--sessions (delq session featurehost--sessions))
    (featurehost--set-hooks))
  (featurehost--draw-all))

(defvar featurehost--asked-about nil "The session of which the user is choosing a feature.")

(defun featurehost--stop-later (session)
  "End the host of SESSION in five seconds if it has no open instances then."
  (run-at-time 5 nil (lambda ()
                       (when (and (memq session featurehost--sessions)
                                  (not (eq session featurehost--asked-about))
                                  (not (featurehost--session-instances session)))
                         (setq featurehost--sessions (delq session featurehost--sessions))
                         (featurehost--set-hooks)
                         (jsonrpc-shutdown (featurehost--session-connection session))))))

(defun featurehost--entry (session feature)
  "Return the entry of FEATURE in the catalog of SESSION."
  (cl-find feature (featurehost--session-entries session)
           :key (lambda (entry) (featurehost--get entry :id)) :test #'equal))

(defun featurehost--start-anew (session)
  "End the host of SESSION after its writes, and restart it with its features."
  (let ((connection (featurehost--session-connection session)))
    (setf (featurehost--session-is-restarting session) t)
    (jsonrpc-shutdown connection)
    (featurehost--await session (lambda () (not (eq connection (featurehost--session-connection session)))))
    (featurehost--await session (lambda () (featurehost--session-is-ready session)))))

;;;; Trust

;; A workspace may run programs, but to the user, opening a workspace looks like
;; reading a file.  So the host first runs no programs of an untrusted
;; workspace.  The user sees the programs and is asked whether to run them.

(defconst featurehost--shown-programs 50 "The maximum number of programs that the user is shown.")
(defconst featurehost--shown-words 2000 "The maximum number of shown characters of a program's command line.")

(defun featurehost--must-ask (session)
  "Return non-nil if the user has not decided about the programs of SESSION."
  (let ((untrusted (featurehost--session-untrusted session)))
    (and untrusted (not (equal (featurehost--get untrusted :sha256) (featurehost--session-held session))))))

(defun featurehost--command-line (program)
  "Return a description of PROGRAM of a workspace, in one line."
  (let* ((words (mapconcat (lambda (word)
                             (if (string-match-p "\\`[[:alnum:]_@%+=:,./-]+\\'" word)
                                 word
                               (format "'%s'" (string-replace "'" "'\\''" word))))
                           (mapcar (lambda (word) (if (stringp word) word (featurehost--plain word)))
                                   (featurehost--list (featurehost--get program :argv)))
                           " "))
         (line (featurehost--plain (format "%s %s: %s" (featurehost--get program :kind)
                                           (featurehost--get program :name) words)))
         (more (- (length line) featurehost--shown-words)))
    (if (> more 0)
        (format "%s… and %d characters more; read the file" (substring line 0 featurehost--shown-words) more)
      line)))

(defconst featurehost--trust-answers
  '(("open" ?o "open it, and run nothing")
    ("trust" ?t "trust the file as it is now, and run it")
    ("folder" ?f "trust all in its folder, for good")
    ("quit" ?q "leave it as it is"))
  "The possible answers to the question whether to run a workspace's programs.")

(defun featurehost--trust-text (untrusted)
  "Return the text of the question about the workspace UNTRUSTED."
  (let ((programs (featurehost--list (featurehost--get untrusted :programs))))
    (concat
     (propertize "Run what this workspace names?" 'face 'featurehost-title) "\n\n"
     (featurehost--plain (featurehost--get untrusted :workspace)) "\n"
     (if (cdr programs) (format "would run the %d programs below." (length programs)) "would run the program below.")
     "  Trust it only if you know where it is from.\n\n"
     (mapconcat (lambda (answer) (format "%-8s%s\n" (car answer) (nth 2 answer))) featurehost--trust-answers "")
     "\n"
     (mapconcat #'featurehost--command-line (seq-take programs featurehost--shown-programs) "\n")
     (if (> (length programs) featurehost--shown-programs)
         (format "\n… and %d more; read the file" (- (length programs) featurehost--shown-programs))
       "")
     "\n")))

(defun featurehost--read-trust (untrusted)
  "Ask what to do with the workspace UNTRUSTED, and show its programs."
  (let ((buffer (get-buffer-create "*featurehost trust*")))
    (with-current-buffer buffer
      (special-mode)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (featurehost--trust-text untrusted)))
      (goto-char (point-min)))
    (unwind-protect
        (save-window-excursion
          (display-buffer buffer featurehost-question-display-action)
          ;; Keys that were typed for something else must not answer the question.
          (discard-input)
          (read-answer "Run it? " featurehost--trust-answers))
      (kill-buffer buffer))))

(defun featurehost--settle-trust (session)
  "Ask if the host of SESSION may run programs, until the user has decided."
  (while (featurehost--must-ask session)
    (let ((untrusted (featurehost--session-untrusted session)))
      (cond
       (noninteractive
        (featurehost--hold-back session (format "%s is not trusted: nothing that it names is run"
                                                (featurehost--plain (featurehost--get untrusted :workspace)))))
       ((equal (featurehost--get untrusted :sha256) (featurehost--session-trusted session))
        (featurehost--hold-back session "The host still runs nothing: another session has begun it"))
       (t
        (pcase (featurehost--read-trust untrusted)
          ("trust" (featurehost--trust session "--sha256" (featurehost--get untrusted :sha256)
                                       "--" (featurehost--get untrusted :workspace)))
          ("folder" (featurehost--trust session "--" (file-name-directory (featurehost--get untrusted :workspace))))
          ("open" (featurehost--hold-back session "Nothing of it is run; M-x featurehost-trust asks again"))
          (_ (keyboard-quit))))))))

(defun featurehost--hold-back (session text)
  "Record that the programs of SESSION's workspace must not run, and show TEXT."
  (setf (featurehost--session-held session) (featurehost--get (featurehost--session-untrusted session) :sha256))
  (featurehost--say text))

(defun featurehost--trust (session &rest words)
  "Trust the workspace by the arguments WORDS, and restart SESSION's host.
If the workspace file has changed since the user saw its programs, the
restarted host reads it again."
  (with-temp-buffer
    (let* ((default-directory (featurehost--session-directory session))
           (coding-system-for-read 'utf-8-unix)
           (coding-system-for-write 'utf-8-unix)
           ;; The arguments before the host's command start its program, for instance over ssh.
           (before (seq-take-while (lambda (word) (not (member word '("serve" "connect")))) featurehost-arguments))
           (status (apply #'call-process featurehost-program nil t nil `(,@before "trust" ,@words))))
      (pcase status
        (0 (setf (featurehost--session-trusted session)
                 (featurehost--get (featurehost--session-untrusted session) :sha256)))
        (2 (featurehost--say "The workspace has changed since it was shown"))
        (_ (user-error "It can't be trusted: %s" (featurehost--plain (string-trim (buffer-string))))))))
  (featurehost--start-anew session))

;;;; Instances

(defun featurehost--open (session feature &optional name params then)
  "Open FEATURE in SESSION, optionally as the instance NAME and with PARAMS.
THEN is called with the instance, or with nil if the host refuses to open it."
  (featurehost--request
   session "feature/open"
   `(:feature ,feature ,@(and name (list :instance name)) ,@(and params (list :params params)))
   (lambda (result)
     (let ((instance (featurehost--make-instance
                      :session session :feature feature
                      :name (featurehost--get result :instance)
                      :snapshot (featurehost--get result :snapshot)
                      :is-changed t)))
       (setf (featurehost--session-instances session)
             (append (featurehost--session-instances session) (list instance)))
       (when then (funcall then instance))))
   (lambda (error)
     (featurehost--say (featurehost--explain "open" error))
     (when then (funcall then nil)))))

(defun featurehost--told (session method params)
  "Handle the notification METHOD with PARAMS from the host of SESSION."
  (when-let* ((name (featurehost--get params :instance))
              (instance (cl-find name (featurehost--session-instances session)
                                 :key #'featurehost--instance-name :test #'equal)))
    (unless (featurehost--get params :path)
      (pcase method
        ('state/snapshot
         (when (equal (featurehost--get params :cause :origin) "peer")
           (setf (featurehost--instance-is-of-peer instance) t))
         (setf (featurehost--instance-snapshot instance) params
               (featurehost--instance-is-changed instance) t))
        ('state/closed
         (featurehost--forget instance)
         (featurehost--say (format "%s was closed" (featurehost--plain name))))))))

(defun featurehost--forget (instance)
  "Remove INSTANCE and its buffers."
  (let ((session (featurehost--instance-session instance)))
    (setf (featurehost--session-instances session)
          (delq instance (featurehost--session-instances session)))
    (mapc #'featurehost--close-layer (reverse (featurehost--instance-layers instance)))
    (featurehost--stop-later session)))

(defun featurehost--is-dead (instance)
  "Return non-nil if the host of INSTANCE has ended."
  (featurehost--instance-is-away instance))

(defun featurehost--must-live (instance)
  "Signal an error if the host of INSTANCE has ended."
  (when (featurehost--is-dead instance)
    (user-error (substitute-command-keys "The host has ended: \\[featurehost-restart] starts it again"))))

(defconst featurehost--staying
  '("clearSelection" "dismissError" "loadMore" "moveItems" "redo" "refresh" "selectAll" "setActive" "setFilter"
    "setQuery" "setSecret" "setSort" "setValue" "submitQuery" "toggleItem" "toggleSelection" "undo")
  "The actions that open nothing, so that further input need not wait.")

(defvar featurehost--clock #'float-time "The function that returns the time in seconds; tests replace it.")
(defvar featurehost--key-time nil "The time of the last typed key; nil if there was none.")
(defvar featurehost--awaited nil "The session for whose answer a command of the user waits.")
(defvar featurehost--commanded nil "The session in which the last key may have opened another screen.")
(defvar featurehost--pressed nil "The instance to which the last command sent an action that may open a screen.")
(defvar featurehost--is-refused nil "Non-nil if the host has refused an action during `featurehost--hold'.")

(defun featurehost--hold ()
  "Wait for the answer to a pressed button, if the button may open a screen.
Input during the wait is for the opened screen, not for the one below it."
  (when-let* ((instance featurehost--pressed))
    (setq featurehost--pressed nil
          featurehost--commanded (featurehost--instance-session instance))
    (let ((featurehost--is-refused nil) (featurehost--awaited featurehost--commanded))
      ;; Without `with-local-quit', a user could not stop a wait in a hook.
      (with-local-quit
        (featurehost--wait (featurehost--instance-session instance)
                           (lambda () (zerop (featurehost--instance-unanswered instance)))))
      (when featurehost--is-refused
        (discard-input)))))

(defconst featurehost--moving '("setFilter" "setQuery" "setSort" "submitQuery")
  "The actions that change which rows are shown; later input is for these rows.")

(defvar featurehost--is-in-turn nil "Non-nil while an action is sent ahead of the actions in the queue.")

(cl-defun featurehost--send (node action &optional params &key quiet then)
  "Send ACTION with PARAMS to NODE, after all actions that wait to be sent.
A refusal is shown to the user, unless QUIET.  THEN is called with the
revision of the answer, or with nil if the action was refused."
  (let ((instance (featurehost--node-instance node)))
    (unless (or quiet (member action featurehost--staying) (featurehost--is-dead instance))
      (setq featurehost--pressed instance)
      (setf (featurehost--instance-is-typing instance) nil))
    (cond
     ((featurehost--is-dead instance)
      (unless quiet
        (featurehost--must-live instance)))
     ((and (featurehost--instance-queue instance) (not featurehost--is-in-turn))
      (featurehost--queue instance
                          (lambda ()
                            (unless (featurehost--newest node)
                              (when then (funcall then nil)))
                            (featurehost--send node action params :quiet quiet :then then))))
     ((not (featurehost--newest node))
      (unless quiet
        (user-error "What this was for is not there now")))
     (t
      (cl-incf (featurehost--instance-unanswered instance))
      (when (member action featurehost--moving)
        (cl-incf (featurehost--instance-moves instance)))
      (cl-flet ((answered (revision)
                  (when (and (member action featurehost--moving) (> (featurehost--instance-moves instance) 0))
                    (cl-decf (featurehost--instance-moves instance)))
                  (unwind-protect
                      ;; Actions that THEN sends come before the waiting ones.
                      (let ((featurehost--is-in-turn t))
                        (when then (funcall then revision)))
                    (featurehost--answered instance))))
        (featurehost--request
         (featurehost--instance-session instance) "feature/send"
         `(:instance ,(featurehost--instance-name instance)
           ,@(and (featurehost--node-path node) (list :path (vconcat (featurehost--node-path node))))
           :action ,action
           ,@(and params (list :params params)))
         (lambda (result) (answered (featurehost--get result :revision)))
         (lambda (error)
           (unless quiet
             (setq featurehost--is-refused t)
             (featurehost--say (featurehost--explain action error)))
           (answered nil))))))))

(defun featurehost--answered (instance)
  "Count an answer to an action of INSTANCE; after the last, call the queue."
  (when (> (featurehost--instance-unanswered instance) 0)
    (cl-decf (featurehost--instance-unanswered instance)))
  (when (zerop (featurehost--instance-unanswered instance))
    (setf (featurehost--instance-is-changed instance) t)
    (while (and (featurehost--instance-queue instance) (zerop (featurehost--instance-unanswered instance)))
      (let ((featurehost--is-in-turn t))
        (funcall (pop (featurehost--instance-queue instance)))))))

(defun featurehost--queue (instance run)
  "Call RUN when all actions of INSTANCE, sent or waiting, are answered."
  (setf (featurehost--instance-queue instance)
        (append (featurehost--instance-queue instance)
                (list (lambda ()
                        (condition-case problem (funcall run)
                          (error (featurehost--say (error-message-string problem)))))))))

(defun featurehost--in-turn (node act)
  "Call ACT with the newest NODE when all earlier actions are answered.
So a key acts on the row that the user sees then."
  (let* ((instance (featurehost--node-instance node))
         (run (lambda ()
                (when-let* ((newest (featurehost--newest node)))
                  (funcall act newest)))))
    (if (zerop (featurehost--instance-unanswered instance))
        (funcall run)
      (featurehost--queue instance run))))

;;;; Nodes

(defun featurehost--child-of (snapshot name &optional id)
  "Return the child NAME of SNAPSHOT, or the element with ID of its array NAME."
  (if (equal name "presentation")
      (featurehost--get snapshot :presentation :child)
    (let ((member (featurehost--get snapshot :state name)))
      (if (not id)
          (and (consp member) member)
        (featurehost--get
         (cl-find-if (lambda (entry) (or (equal (featurehost--get entry :key) id)
                                         (equal (featurehost--get entry :id) id)))
                     (featurehost--list member))
         :child)))))

(defun featurehost--node-at (instance path)
  "Return the node at PATH of INSTANCE, or nil if there is none."
  (let ((snapshot (featurehost--instance-snapshot instance)) (rest path) (keys nil))
    (while (and rest snapshot)
      (let* ((name (pop rest))
             (is-array (vectorp (and (not (equal name "presentation")) (featurehost--get snapshot :state name)))))
        (when (equal name "presentation")
          (push (featurehost--get snapshot :presentation :key) keys))
        (setq snapshot (featurehost--child-of snapshot name (and is-array (pop rest))))))
    (and snapshot (featurehost--make-node :instance instance :path path :snapshot snapshot :keys keys))))

(defun featurehost--is-same (node other)
  "Return non-nil if OTHER is the same feature as NODE, not a replacement."
  (and other
       (equal (featurehost--node-path node) (featurehost--node-path other))
       (equal (featurehost--node-keys node) (featurehost--node-keys other))
       (equal (featurehost--in node :feature) (featurehost--in other :feature))))

(defun featurehost--newest (node)
  "Return NODE in the newest snapshot, or nil if it no longer exists."
  (let ((newest (featurehost--node-at (featurehost--node-instance node) (featurehost--node-path node))))
    (and (featurehost--is-same node newest) newest)))

(defun featurehost--below (node &rest path)
  "Return the node at PATH below NODE, or nil if there is none."
  (featurehost--node-at (featurehost--node-instance node) (append (featurehost--node-path node) path)))

(defun featurehost--in (node &rest names)
  "Return the value at NAMES in the snapshot of NODE."
  (apply #'featurehost--get (featurehost--node-snapshot node) names))

(defun featurehost--state (node &rest names)
  "Return the value at NAMES in the state of NODE."
  (apply #'featurehost--get (featurehost--node-snapshot node) :state names))

(defun featurehost--kind (node)
  "Return the kind of NODE."
  (featurehost--in node :kind))

(defun featurehost--revision (node)
  "Return the revision of the instance of NODE."
  (featurehost--get (featurehost--instance-snapshot (featurehost--node-instance node)) :revision))

(defun featurehost--node-session (node)
  "Return the session of NODE."
  (featurehost--instance-session (featurehost--node-instance node)))

(defun featurehost--title (node)
  "Return the title of NODE for users."
  (featurehost--plain
   (or (featurehost--state node :title)
       (featurehost--get (featurehost--entry (featurehost--node-session node) (featurehost--in node :feature)) :title)
       (featurehost--in node :feature))))

(defun featurehost--entry-of (node)
  "Return the entry of NODE in the catalog; nil if it has none."
  (let ((entry (featurehost--entry (featurehost--node-session node) (featurehost--in node :feature))))
    ;; A feature that is declared inside another one may have the name of an entry of another kind.
    (and (equal (featurehost--get entry :kind) (featurehost--kind node)) entry)))

(defun featurehost--action (node name)
  "Return the catalog's entry of the action NAME of NODE."
  (cl-find name (featurehost--list (featurehost--get (featurehost--entry-of node) :actions))
           :key (lambda (action) (featurehost--get action :name)) :test #'equal))

(defun featurehost--has (node action)
  "Return non-nil if NODE has ACTION.
For a feature outside the catalog, assume that it does."
  (or (featurehost--action node action)
      (not (featurehost--entry-of node))))

(defun featurehost--can (node action)
  "Return non-nil if the host would accept ACTION of NODE now."
  (and (featurehost--has node action)
       (not (plist-member (featurehost--in node :unavailable) (featurehost--key action)))))

(defun featurehost--can-use (tool)
  "Return non-nil if the host would accept the action of TOOL now.
TOOL is a pair of a node and an entry of its toolbar.
An action on rows may not apply to the marked rows or the active row."
  (let ((action (featurehost--get (cdr tool) :action)) (available (featurehost--state (car tool) :availableActions)))
    (and (featurehost--can (car tool) action)
         (or (not (equal action "accept")) (null available)
             (member (featurehost--get (cdr tool) :params :action) (featurehost--list available))))))

(defun featurehost--takes-value (node action)
  "Return non-nil if ACTION of NODE has a param `value'."
  (featurehost--get (featurehost--action node action) :params :properties :value))

(defun featurehost--top (node)
  "Return the top feature of the flow NODE, or nil."
  (when-let* ((stack (featurehost--list (featurehost--state node :stack)))
              (key (featurehost--get (car (last stack)) :key)))
    (featurehost--below node "stack" key)))

(defun featurehost--chain (node)
  "Return NODE and the features in it, down to the drawn feature.
These are the top of a flow, and the pane that is the target of NODE."
  (let ((chain (list node)) next)
    (while (setq next (if (equal (featurehost--kind (car chain)) "flow")
                          (and (equal (featurehost--state (car chain) :status) "active")
                               (featurehost--top (car chain)))
                        (featurehost--towards (car chain) (featurehost--node-target node))))
      (push next chain))
    (nreverse chain)))

(defun featurehost--towards (node target)
  "Return the child of NODE that contains the feature at the path TARGET."
  (let* ((path (featurehost--node-path node)) (length (length path)))
    (and (member (featurehost--kind node) '("view" "list" "search"))
         (> (length target) (1+ length))
         (equal path (seq-take target length))
         (featurehost--node-at (featurehost--node-instance node) (seq-take target (+ 2 length))))))

(defun featurehost--leaf (node)
  "Return the drawn feature of NODE: itself, or the top feature of a flow."
  (car (last (featurehost--chain node))))

(defun featurehost--parts (node)
  "Return NODE and the features drawn with it: the top of a flow, or children."
  (cons node
        (pcase (featurehost--kind node)
          ("flow" (and (featurehost--top node) (featurehost--parts (featurehost--top node))))
          ((or "list" "search") (cl-mapcan #'featurehost--parts (featurehost--details node)))
          ("view" (cl-mapcan #'featurehost--parts (delq nil (mapcar #'cdr (featurehost--view-children node))))))))

(defun featurehost--details (node)
  "Return the feature in the detail of the list or search NODE, in a list."
  (cl-loop for entry in (featurehost--list (featurehost--state node :detail))
           for child = (featurehost--below node "detail" (featurehost--get entry :id))
           when child collect child))

(defun featurehost--drawn-parts (node)
  "Return the features that the buffer of NODE shows: none of other panes."
  (if (not (featurehost--node-target node))
      (featurehost--parts node)
    (let ((chain (featurehost--chain node)))
      (append chain
              (and (equal (featurehost--kind (car (last chain))) "view")
                   (cl-mapcan #'featurehost--parts
                              (delq nil (mapcar #'cdr (featurehost--view-children (car (last chain)) t)))))))))

(defun featurehost--is-unsaved (node)
  "Return non-nil if closing NODE would lose entered values."
  (or (featurehost--instance-entering (featurehost--node-instance node))
      (cl-some (lambda (part)
                 (let ((over (featurehost--below part "presentation")))
                   (or (and (equal (featurehost--kind part) "form") (featurehost--state part :isDirty))
                       (and (equal (featurehost--state part :status) "active")
                            (featurehost--state part :steps :answers))
                       (and over (featurehost--is-unsaved over)))))
               (featurehost--parts node))))

;;;; Attention

(defvar-local featurehost--layer nil "The layer that the buffer shows.")
(put 'featurehost--layer 'permanent-local t)

;; Keys that were typed for one screen must never act on the next one.  A screen
;; that follows from a command of the user is expected, and gets the keys that
;; the user types after the command.  A screen that appears by itself does not
;; take the selected window from a user who is typing.  If the selected window
;; has to show something else, it ignores keys until the user has paused.

(defun featurehost--is-own (instance)
  "Return non-nil if what INSTANCE shows now follows from the last command."
  (let ((session (featurehost--instance-session instance)))
    (and (not (featurehost--instance-is-of-peer instance))
         (or (eq session featurehost--awaited)
             ;; Effects of the command may show their results after its answer.
             (and (eq session featurehost--commanded)
                  (not (featurehost--has-begun-to-type))
                  (featurehost--is-recent featurehost--key-time))))))

(defun featurehost--is-recent (time)
  "Return non-nil if TIME is less than `featurehost-pause' ago; TIME may be nil."
  ;; If the clock was set back, TIME is in the future, and counts as long ago.
  (and time (< -0.001 (- (funcall featurehost--clock) time) featurehost-pause)))

(defun featurehost--has-begun-to-type ()
  "Return non-nil if input is pending, or a key sequence is incomplete."
  (or (input-pending-p) (> (length (this-command-keys-vector)) 0)))

(defun featurehost--is-busy ()
  "Return non-nil if the user is typing."
  (or (featurehost--has-begun-to-type) (featurehost--is-recent featurehost--key-time)))

(defun featurehost--guard (window)
  "Make WINDOW ignore keys for a pause, because its content changed by itself."
  (when (window-live-p window)
    (set-window-parameter window 'featurehost-guarded (funcall featurehost--clock))
    (when (and (eq window (selected-window)) (input-pending-p))
      (discard-input))))

(defun featurehost--is-guarded (window)
  "Return non-nil if WINDOW ignores keys now."
  (featurehost--is-recent (window-parameter window 'featurehost-guarded)))

(defun featurehost--before-key ()
  "Record that a key was typed; refuse the key if the window ignores keys."
  ;; A click is meant for the shown content, and other events are no keys.
  (unless (or (consp last-command-event) (eq last-command-event 'featurehost-query))
    (setq featurehost--key-time (funcall featurehost--clock)
          featurehost--commanded nil)
    (cond ((not (featurehost--is-guarded (selected-window)))
           (set-window-parameter nil 'featurehost-guarded nil))
          ((not (eq this-command #'keyboard-quit))
           (set-window-parameter nil 'featurehost-guarded featurehost--key-time)
           (setq this-command #'featurehost--refuse-key)))))

(defun featurehost--refuse-key ()
  "Signal an error for a key that came too early, which also drops later keys."
  (interactive)
  (user-error "This window has just changed by itself: look, and type it again"))

(defun featurehost--announce (layer)
  "Notify the user of LAYER, which appeared by itself, and of the key for it."
  (featurehost--say
   (format "%s: %s goes there"
           (with-current-buffer (featurehost--layer-buffer layer)
             (if (featurehost--is-question layer)
                 (car (featurehost--question layer))
               (featurehost--crumbs)))
           (substitute-command-keys "\\<featurehost-common-map>\\[featurehost-show-top]"))))

(defun featurehost--is-top-hidden ()
  "Return non-nil if the topmost layer of the instance is in no visible window."
  (let ((top (car (last (featurehost--instance-layers (featurehost--layer-instance featurehost--layer))))))
    (and top
         (not (memq (car (featurehost--layer-id top)) '(root part death)))
         (not (get-buffer-window (featurehost--layer-buffer top) 'visible)))))

;;;; Layers

(defvar-local featurehost--drawn nil "The drawn content, with which new content is compared before a redraw.")

(defvar-local featurehost--way-out nil "The function that leaves the question without an answer; nil if there is none.")

(defvar featurehost--are-windows-fixed nil "Non-nil while no window may be opened or deleted.")

(defvar featurehost--is-closing nil "Non-nil while a buffer is killed because its content no longer exists.")

(defun featurehost--here ()
  "Return the node of the buffer's layer; nil if it no longer exists."
  (and featurehost--layer
       (let ((node (featurehost--node-at (featurehost--layer-instance featurehost--layer)
                                         (featurehost--layer-path featurehost--layer))))
         (when node
           (setf (featurehost--node-target node) (plist-get (featurehost--layer-leaf featurehost--layer) :path)))
         node)))

(defun featurehost--leaf-here ()
  "Return the node that is drawn in the buffer, or signal an error."
  (featurehost--leaf (or (featurehost--here) (user-error "This buffer shows no feature"))))

(defun featurehost--wanted (instance)
  "Return the ids of the layers over the root of INSTANCE, each with its path."
  (let (wanted)
    (cl-labels
        ((visit
           (node)
           (dolist (part (featurehost--parts node))
             (let* ((path (featurehost--node-path part)) (presented (featurehost--in part :presentation)))
               (dolist (error (featurehost--list (featurehost--in part :errors)))
                 (when (featurehost--is-alert error)
                   (push (cons (list 'alert path (featurehost--get error :id)) path) wanted)))
               (when presented
                 (let ((child (featurehost--below part "presentation")) (key (featurehost--get presented :key)))
                   (if (not child)
                       (push (cons (list 'asked path key) path) wanted)
                     (push (cons (list 'sheet path key) (featurehost--node-path child)) wanted)
                     (visit child))))))))
      (visit (featurehost--node-at instance nil)))
    (when-let* ((blocked (featurehost--get (featurehost--instance-snapshot instance) :blocked)))
      (let ((path (featurehost--list (featurehost--get blocked :path))))
        (push (cons (list 'blocked path (featurehost--get blocked :action)) path) wanted)))
    (when (featurehost--is-dead instance)
      (push (cons '(death) nil) wanted))
    (nreverse wanted)))

(defun featurehost--draw-all ()
  "Draw all instances that have changed."
  (dolist (session featurehost--sessions)
    (dolist (instance (featurehost--session-instances session))
      (when (featurehost--instance-is-changed instance)
        (setf (featurehost--instance-is-changed instance) nil)
        ;; An error in one instance must not prevent the drawing of others.
        (with-demoted-errors "featurehost: %S"
          (featurehost--draw-instance instance))
        (setf (featurehost--instance-is-of-peer instance) nil)))))

(defun featurehost--draw-instance (instance)
  "Update the buffers of INSTANCE to its newest snapshot."
  (when (featurehost--instance-layers instance)
    (let ((wanted (featurehost--wanted instance)))
      (dolist (layer (reverse (featurehost--instance-layers instance)))
        (unless (pcase (featurehost--layer-id layer)
                  ('(root) t)
                  (`(part ,path) (featurehost--node-at instance path))
                  (id (assoc id wanted)))
          (featurehost--close-layer layer)))
      (dolist (layer (featurehost--instance-layers instance))
        (featurehost--draw-layer layer))
      (pcase-dolist (`(,id . ,path) wanted)
        (unless (cl-find id (featurehost--instance-layers instance) :key #'featurehost--layer-id :test #'equal)
          (featurehost--open-layer instance id path))))))

(defun featurehost--open-layer (instance id path)
  "Show the layer ID, at PATH of INSTANCE, over the layer that was shown last."
  (let* ((presenter (featurehost--presenter instance path))
         (node (or (featurehost--node-at instance path) (featurehost--node-at instance nil)))
         (title (if (eq (car id) 'sheet)
                    (featurehost--plain
                     (featurehost--get (featurehost--node-snapshot (featurehost--node-at instance (cadr id)))
                                       :presentation :title))
                  (featurehost--title node)))
         (buffer (generate-new-buffer (format "*%s*" (if (string-empty-p title) (featurehost--title node) title))))
         (layer (featurehost--make-layer :id id :instance instance :path path :buffer buffer
                                         :presenter presenter)))
    (setf (featurehost--instance-layers instance) (append (featurehost--instance-layers instance) (list layer)))
    (with-current-buffer buffer
      (setq featurehost--layer layer
            default-directory (featurehost--session-directory (featurehost--instance-session instance))))
    (featurehost--draw-layer layer)
    (when presenter
      (featurehost--display layer (featurehost--layer-buffer presenter)))
    layer))

(defun featurehost--presenter (instance path)
  "Return the layer of INSTANCE over which a layer for PATH appears."
  (let* ((last (car (last (featurehost--instance-layers instance))))
         (panes (and last (featurehost--layer-panes last))))
    (or (and panes
             (cl-loop for (key . layer) in (featurehost--panes-layers panes)
                      for root = (plist-get (featurehost--layer-leaf layer) :root)
                      when (and root (equal root (seq-take path (length root)))
                                (window-live-p (featurehost--pane-window panes key)))
                      return layer))
        last)))

(defun featurehost--is-question (layer)
  "Return non-nil if LAYER is a question."
  (memq (car (featurehost--layer-id layer)) '(asked alert blocked death)))

(defun featurehost--display (layer over)
  "Display LAYER in place of the buffer OVER; select it if OVER is selected.
If LAYER appeared by itself while the user types, select nothing."
  (when-let* ((window (get-buffer-window over 'visible)))
    (let* ((is-selected (eq window (selected-window)))
           (is-own (featurehost--is-own (featurehost--layer-instance layer)))
           (is-in-the-way (and is-selected (not is-own) (featurehost--is-busy)))
           (shown (and (or (not is-in-the-way) (featurehost--is-question layer))
                       (with-selected-window window
                         (featurehost--display-buffer layer is-in-the-way)))))
      (when (and shown is-selected (not is-in-the-way))
        (select-window shown))
      (unless is-own
        (featurehost--guard shown))
      (when is-in-the-way
        (featurehost--announce layer))
      ;; The number of rows that fit is known only now, so the layer is drawn again.
      (featurehost--draw-layer layer))))

(defun featurehost--display-buffer (layer is-elsewhere)
  "Display the buffer of LAYER, and return its window.
If IS-ELSEWHERE, don't use the selected window."
  (let ((action (if (featurehost--is-question layer)
                    featurehost-question-display-action
                  featurehost-sheet-display-action)))
    (display-buffer (featurehost--layer-buffer layer)
                    (if is-elsewhere
                        `(,(car action) (inhibit-same-window . t) ,@(cdr action))
                      action))))

(defun featurehost--close-layer (layer)
  "Remove LAYER, and show its presenter."
  (let* ((buffer (featurehost--layer-buffer layer))
         (instance (featurehost--layer-instance layer))
         (presenter (featurehost--layer-presenter layer))
         (under (and presenter (featurehost--layer-buffer presenter)))
         (is-own (featurehost--is-own instance))
         (featurehost--is-closing t))
    (setf (featurehost--instance-layers instance) (delq layer (featurehost--instance-layers instance)))
    (dolist (other (featurehost--instance-layers instance))
      (when (eq (featurehost--layer-presenter other) layer)
        (setf (featurehost--layer-presenter other) presenter)))
    (when (buffer-live-p buffer)
      (dolist (window (get-buffer-window-list buffer nil t))
        (let ((was-selected (eq window (selected-window))))
          (if (eq (cadr (window-parameter window 'quit-restore)) 'window)
              ;; `quit-restore-window' would select the window of the presenter, even from the minibuffer.
              (save-selected-window
                (quit-restore-window window 'bury))
            (when (buffer-live-p under)
              (set-window-buffer window under)))
          (when-let* ((shown (and was-selected (buffer-live-p under) (get-buffer-window under 'visible))))
            (select-window shown))
          (unless is-own
            (featurehost--guard (if was-selected (selected-window) window)))))
      (kill-buffer buffer))))

(defun featurehost--draw-layer (layer)
  "Draw LAYER in its buffer, in the mode of its node."
  (when (buffer-live-p (featurehost--layer-buffer layer))
    (unless (or featurehost--are-windows-fixed (featurehost--is-question layer) (featurehost--is-pane layer))
      (featurehost--choose-panes layer))
    (with-current-buffer (featurehost--layer-buffer layer)
      (let* ((node (featurehost--here))
             (leaf (and node (featurehost--leaf node)))
             (mode (if (featurehost--is-question layer) 'featurehost-question-mode (featurehost--mode leaf)))
             (shown (and leaf (list mode (featurehost--node-path leaf) (featurehost--in leaf :feature)))))
        (unless (and (eq major-mode mode) (equal (featurehost--get featurehost--drawn :shown) shown))
          (when (featurehost--get featurehost--drawn :shown)
            (featurehost--guard-buffer layer))
          (funcall mode)
          (setq featurehost--drawn (list :shown shown)))
        (pcase mode
          ('featurehost-list-mode (featurehost--draw-list leaf))
          ('featurehost-search-mode (featurehost--draw-search leaf))
          ('featurehost-text-mode (featurehost--draw-text leaf))
          ('featurehost-form-mode (featurehost--draw-form leaf))
          ('featurehost-question-mode (featurehost--draw-question layer))
          (_ (featurehost--draw-view leaf)))
        (force-mode-line-update)))
    (when (and (featurehost--layer-panes layer) (not (or featurehost--are-windows-fixed (featurehost--is-pane layer))))
      (featurehost--show-panes layer))))

(defun featurehost--guard-buffer (layer)
  "Guard the windows of LAYER if its content has changed by itself."
  (unless (featurehost--is-own (featurehost--layer-instance layer))
    (mapc #'featurehost--guard (get-buffer-window-list (featurehost--layer-buffer layer) nil t))))

(defun featurehost--mode (node)
  "Return the mode that draws NODE; an unknown kind is drawn as a view."
  (pcase (and node (featurehost--kind node))
    ("list" 'featurehost-list-mode)
    ("search" 'featurehost-search-mode)
    ("form" 'featurehost-form-mode)
    ("text" 'featurehost-text-mode)
    (_ 'featurehost-view-mode)))

(defun featurehost--changes (model)
  "Return non-nil if MODEL differs from the drawn content, and store it."
  (unless (equal model (featurehost--get featurehost--drawn :model))
    (setq featurehost--drawn (plist-put featurehost--drawn :model model))
    t))

(defun featurehost--killed ()
  "Dismiss or close the content of the buffer, which is being killed."
  (featurehost--hide-preview)
  (when featurehost--layer
    (featurehost--forget-panes featurehost--layer))
  (when (and featurehost--layer (not featurehost--is-closing))
    (let* ((layer featurehost--layer) (instance (featurehost--layer-instance layer))
           (featurehost--awaited (featurehost--instance-session instance)))
      (setf (featurehost--instance-layers instance) (delq layer (featurehost--instance-layers instance)))
      (pcase (featurehost--layer-id layer)
        ('(root)
         (unless (featurehost--is-dead instance)
           (featurehost--request (featurehost--instance-session instance) "feature/close"
                                 (list :instance (featurehost--instance-name instance)) #'ignore #'ignore))
         (featurehost--forget instance))
        (`(pane ,_) (featurehost--shut-pane layer))
        (`(sheet ,path ,key)
         (when-let* ((node (featurehost--node-at instance path)))
           (featurehost--send node "dismiss" (list :key key) :quiet t)))
        (`(,(or 'asked 'alert 'blocked) . ,_)
         (unless (or (featurehost--is-dead instance) (not featurehost--way-out))
           (funcall featurehost--way-out)))))))

(defun featurehost--may-kill ()
  "Ask whether the buffer may be killed if that loses entered values.
A question that has to be answered can't be killed."
  (or featurehost--is-closing
      (not featurehost--layer)
      (let ((is-dead (featurehost--is-dead (featurehost--layer-instance featurehost--layer))))
        (pcase (car (featurehost--layer-id featurehost--layer))
          ;; When a sheet is left, the host asks about unsaved changes, as long as it runs.
          ((or 'root (and 'sheet (guard is-dead)))
           (or (not (featurehost--here))
               (not (featurehost--is-unsaved (featurehost--here)))
               (yes-or-no-p "There are unsaved changes; close all the same? ")))
          ('asked (or is-dead featurehost--way-out (ignore (message "This has to be answered"))))
          (_ t)))))

;;;; Panes

;; An arrangement is a plist.  Its `:form' is `columns', `rows', `tabs', `detail'
;; (columns if there is enough width, otherwise rows) or `leaf'; `:parts' are the
;; parts, and `:top' is the path of the feature whose arrangement it is.  A leaf
;; has a `:key', which stays when another feature is shown in its place, and the
;; `:path' of the drawn feature; `:root' is the path of the feature in the pane.

(defconst featurehost--least-sizes '((columns . 30) (rows . 7))
  "The minimum width and height of a pane; without it, panes are hidden.")

(defun featurehost--is-pane (layer)
  "Return non-nil if LAYER is a pane of another layer."
  (eq (car (featurehost--layer-id layer)) 'pane))

(defun featurehost--all-layers (instance)
  "Return the layers of INSTANCE, and those of their panes."
  (cl-loop for layer in (featurehost--instance-layers instance)
           collect layer
           when (featurehost--layer-panes layer)
           append (mapcar #'cdr (featurehost--panes-layers (featurehost--layer-panes layer)))))

;;;;; Arrangements

(defun featurehost--arrangement (node key)
  "Return the arrangement of the panes of NODE; nil if it has none.
KEY distinguishes it from other arrangements of the layer."
  (let* ((main (featurehost--leaf node)) (panes (featurehost--state main :panes))
         (part (cond ((and (equal (featurehost--kind main) "view") (consp panes))
                      (featurehost--arranged main panes key))
                     ((and (member (featurehost--kind main) '("list" "search"))
                           (vectorp (featurehost--state main :detail)))
                      (list :form 'detail :size 1
                            :parts (list (list :form 'leaf :key (concat key "/rows") :size 1
                                               :path (featurehost--node-path main))
                                         (featurehost--pane main "detail" (concat key "/detail")
                                                            '(:size 1 :hide 1))))))))
    (and part (append (list :top (or (plist-get part :top) (list (featurehost--node-path node)))) part))))

(defun featurehost--arranged (owner part key)
  "Return the arrangement of PART of the panes of OWNER, with KEY before its keys."
  (let* ((number (lambda (name) (let ((held (featurehost--get part name))) (and (numberp held) held))))
         (title (featurehost--get part :title)) (child (featurehost--get part :child))
         (options (list :size (max 1 (or (funcall number :size) 1)) :hide (funcall number :hide)
                        :title (and (stringp title) (featurehost--plain title))))
         (parts (mapcar (lambda (inner) (featurehost--arranged owner inner key))
                        (featurehost--list (featurehost--get part :children)))))
    (cond ((stringp child) (featurehost--pane owner child (concat key "/" child) options))
          ((null parts)
           (append (list :form 'leaf :key (concat key "/layout") :path (featurehost--node-path owner)) options))
          ((equal (featurehost--get part :type) "grid")
           (append (list :form 'rows
                         :parts (mapcar (lambda (line) (list :form 'columns :size 1 :parts line))
                                        (seq-partition parts (max 1 (or (funcall number :columns) 1)))))
                   options))
          (t (append (list :form (cond ((equal (featurehost--get part :type) "tabs") 'tabs)
                                       ((equal (featurehost--get part :direction) "rows") 'rows)
                                       (t 'columns))
                           :parts parts)
                     options)))))

(defun featurehost--pane (owner name key options)
  "Return the leaf KEY, with OPTIONS, for the pane NAME of OWNER.
If the feature in the pane has panes itself, return its arrangement."
  (let* ((entry (car (featurehost--list (featurehost--state owner name)))) (id (featurehost--get entry :id))
         (node (and id (featurehost--below owner name id)))
         (inner (and node (featurehost--arrangement node key))))
    (if inner
        (append options inner)
      (append (list :form 'leaf :key key :root (and node (featurehost--node-path node))
                    :path (if node
                              (featurehost--node-path (featurehost--leaf node))
                            (append (featurehost--node-path owner) (list name)))
                    :is-empty (not node) :is-stale (and (featurehost--get entry :isStale) t) :name name)
              options))))

(defun featurehost--leaves (part)
  "Return the leaves of PART, in their order."
  (if (eq (plist-get part :form) 'leaf)
      (list part)
    (cl-mapcan #'featurehost--leaves (copy-sequence (plist-get part :parts)))))

(defun featurehost--leaf-keys (part)
  "Return the keys of the leaves of PART."
  (mapcar (lambda (leaf) (plist-get leaf :key)) (featurehost--leaves part)))

(defun featurehost--fitting (parts room least focused)
  "Return those of PARTS for which there is ROOM; each needs LEAST of it.
The part with the pane FOCUSED is always among them."
  (let ((shown (copy-sequence parts))
        (is-focused (lambda (part) (member focused (featurehost--leaf-keys part)))) is-done)
    (while (and (not is-done) (cdr shown) (< (/ room (length shown)) least))
      (let ((hidden (car (sort (cl-remove-if (lambda (part) (or (not (plist-get part :hide)) (funcall is-focused part)))
                                             shown)
                               (lambda (one other) (< (plist-get one :hide) (plist-get other :hide)))))))
        (if hidden (setq shown (delq hidden shown)) (setq is-done t))))
    ;; Without room for the others, the part with the selected pane is shown alone.
    (let ((alone (and (cdr shown) (< (/ room (length shown)) least)
                      (cl-find-if (lambda (part) (and (plist-get part :hide) (funcall is-focused part))) shown))))
      (if alone (list alone) shown))))

(defun featurehost--shares (parts length)
  "Return the shares of LENGTH that PARTS get, by their sizes."
  (let ((total (apply #'+ (mapcar (lambda (part) (plist-get part :size)) parts))) (sum 0) (before 0))
    (mapcar (lambda (part)
              (setq sum (+ sum (plist-get part :size)))
              (let ((end (/ (* length sum) total)))
                (prog1 (- end before) (setq before end))))
            parts)))

(defun featurehost--visible-part (part width height panes)
  "Return what PART shows in WIDTH and HEIGHT, with the state of PANES.
Nothing is hidden in the result, and the chosen tab takes the place of tabs.
Return nil if the user has closed everything in PART."
  (let ((form (plist-get part :form)) (closed (featurehost--panes-closed panes)))
    (cond
     ((eq form 'leaf)
      (and (not (member (plist-get part :key) closed)) (copy-sequence part)))
     ((eq form 'tabs) (featurehost--visible-tab part width height panes))
     (t
      (let ((open (cl-remove-if (lambda (inner) (cl-subsetp (featurehost--leaf-keys inner) closed :test #'equal))
                                (plist-get part :parts))))
        (when open
          (when (eq form 'detail)
            (setq form (if (and (< (/ width (length open)) (alist-get 'columns featurehost--least-sizes))
                                (>= (/ height (length open)) (alist-get 'rows featurehost--least-sizes)))
                           'rows
                         'columns)))
          (let* ((is-columns (eq form 'columns)) (length (if is-columns width height))
                 (shown (featurehost--fitting open length (alist-get form featurehost--least-sizes)
                                              (featurehost--panes-focused panes)))
                 (parts (cl-mapcar (lambda (inner share)
                                     (featurehost--visible-part inner (if is-columns share width)
                                                                (if is-columns height share) panes))
                                   shown (featurehost--shares shown length))))
            (featurehost--as-part part (if (cdr parts) (list :form form :parts parts) (car parts))))))))))

(defun featurehost--as-part (part shown)
  "Return SHOWN, which is shown in place of PART, with the size of PART."
  (append (list :size (plist-get part :size) :top (append (plist-get part :top) (plist-get shown :top))) shown))

(defun featurehost--visible-tab (part width height panes)
  "Return what the tabs PART show in WIDTH and HEIGHT, with the state of PANES."
  (let* ((keys (featurehost--leaf-keys part)) (parts (plist-get part :parts))
         (with (lambda (key) (cl-find-if (lambda (inner) (member key (featurehost--leaf-keys inner))) parts)))
         (focused (featurehost--panes-focused panes))
         (chosen (or (funcall with focused) (funcall with (cdr (assoc keys (featurehost--panes-tabs panes))))
                     (car parts)))
         (shown (featurehost--visible-part chosen width height panes)))
    (when shown
      (setf (alist-get keys (featurehost--panes-tabs panes) nil nil #'equal)
            (if (eq chosen (funcall with focused)) focused (car (featurehost--leaf-keys chosen))))
      (featurehost--as-part part (append (list :tabs (mapcar (lambda (inner) (cons inner (eq inner chosen))) parts))
                                         (and (not (eq (plist-get shown :form) 'leaf)) (list :is-outer t))
                                         shown)))))

(defun featurehost--assign (part &optional top tabs)
  "Add to each leaf of PART the features and the tabs that are shown with it.
TOP is the path of the outermost feature whose toolbar the first leaf shows, and
TABS are the tabs around PART.  Return the leaves."
  (let ((top (or top (car (plist-get part :top))))
        (tabs (append tabs (and (plist-get part :tabs) (list (plist-get part :tabs))))))
    (if (eq (plist-get part :form) 'leaf)
        (list (append (list :shown-from (or top (plist-get part :root) (plist-get part :path)) :all-tabs tabs) part))
      (cl-loop for inner in (plist-get part :parts) for is-first = t then nil
               append (featurehost--assign inner (and is-first top) (and is-first tabs))))))

(defun featurehost--signature (part)
  "Return a value for PART that changes if its windows have to be divided anew."
  (if (eq (plist-get part :form) 'leaf)
      (plist-get part :key)
    (cons (plist-get part :form)
          (mapcar (lambda (inner) (cons (plist-get inner :size) (featurehost--signature inner)))
                  (plist-get part :parts)))))

;;;;; The windows of panes

(defun featurehost--pane-window (panes key)
  "Return the live window of PANES for the pane KEY; nil if there is none."
  (let ((window (if (equal key (car (featurehost--shown-keys panes)))
                    (featurehost--panes-anchor panes)
                  (cdr (assoc key (featurehost--panes-windows panes))))))
    (and (window-live-p window) window)))

(defun featurehost--shown-keys (panes)
  "Return the keys of the visible panes of PANES."
  (and (featurehost--panes-visible panes) (featurehost--leaf-keys (featurehost--panes-visible panes))))

(defun featurehost--is-ours (window panes)
  "Return non-nil if WINDOW shows a pane of PANES, or something over it."
  (let ((layer (buffer-local-value 'featurehost--layer (window-buffer window))))
    (and layer (not (eq layer (featurehost--panes-layer panes)))
         (eq (featurehost--layer-instance layer)
             (featurehost--layer-instance (featurehost--panes-layer panes))))))

(defun featurehost--note-closed (panes)
  "Record which windows of PANES the user has deleted or uses for other buffers."
  (let* ((size (list (frame-width) (frame-height)))
         ;; Emacs deletes windows that don't fit into a smaller frame.
         (is-resized (not (equal size (featurehost--panes-frame panes)))))
    (setf (featurehost--panes-frame panes) size)
    (pcase-dolist (`(,key . ,window) (copy-sequence (featurehost--panes-windows panes)))
      (unless (and (window-live-p window) (featurehost--is-ours window panes))
        (unless (and is-resized (not (window-live-p window)))
          (cl-pushnew key (featurehost--panes-closed panes) :test #'equal))
        (setf (alist-get key (featurehost--panes-windows panes) nil t #'equal) nil)))))

(defun featurehost--delete-pane-windows (panes)
  "Delete the windows of PANES; return the key of the pane that was selected."
  (let ((selected (car (rassq (selected-window) (featurehost--panes-windows panes)))) (anchor (featurehost--panes-anchor panes)))
    (when (and selected (window-live-p anchor))
      (select-window anchor))
    (let ((windows (append (mapcar #'cdr (featurehost--panes-windows panes))
                           ;; A restored window configuration has windows that were forgotten.
                           (cl-loop for (_ . layer) in (featurehost--panes-layers panes)
                                    when (buffer-live-p (featurehost--layer-buffer layer))
                                    append (get-buffer-window-list (featurehost--layer-buffer layer) nil t)))))
      (setf (featurehost--panes-windows panes) nil)
      (dolist (window windows)
        (when (and (window-live-p window) (not (eq window anchor)))
          (if (window-deletable-p window)
              (delete-window window)
            (switch-to-prev-buffer window)))))
    selected))

(defun featurehost--area (panes)
  "Return the width and the height of all windows of PANES together."
  (let ((edges (mapcar #'window-edges (cons (featurehost--panes-anchor panes)
                                            (mapcar #'cdr (featurehost--panes-windows panes))))))
    (list (- (apply #'max (mapcar #'caddr edges)) (apply #'min (mapcar #'car edges)))
          (- (apply #'max (mapcar #'cadddr edges)) (apply #'min (mapcar #'cadr edges))))))

(defun featurehost--choose-panes (layer)
  "Choose which panes of the feature of LAYER are visible."
  (let* ((window (get-buffer-window (featurehost--layer-buffer layer) 'visible))
         (instance (featurehost--layer-instance layer)) (panes (featurehost--layer-panes layer))
         (node (and window (featurehost--node-at instance (featurehost--layer-path layer))))
         (whole (and node (not noninteractive) (featurehost--arrangement node ""))))
    (cond
     ((not whole)
      (when panes
        (when (and (not window) (window-live-p (featurehost--panes-anchor panes)))
          (featurehost--note-closed panes))
        (featurehost--delete-pane-windows panes)
        (setf (featurehost--panes-visible panes) nil (featurehost--panes-whole panes) nil
              (featurehost--panes-anchor panes) nil))
      (setf (featurehost--layer-leaf layer) nil))
     (t
      (unless panes
        (setq panes (featurehost--make-panes :layer layer))
        (setf (featurehost--layer-panes layer) panes))
      (let ((anchor (featurehost--panes-anchor panes)))
        (if (and (window-live-p anchor) (eq (window-buffer anchor) (featurehost--layer-buffer layer)))
            (featurehost--note-closed panes)
          (featurehost--delete-pane-windows panes)
          (setf (featurehost--panes-anchor panes) window (featurehost--panes-visible panes) nil)))
      (setf (featurehost--panes-whole panes) whole
            (featurehost--panes-focused panes)
            (or (featurehost--panes-wanted panes)
                (cl-find-if (lambda (key) (eq (featurehost--pane-window panes key) (selected-window)))
                            (featurehost--shown-keys panes))
                (featurehost--panes-focused panes)))
      (pcase-let* ((`(,width ,height) (featurehost--area panes))
                   (visible (or (featurehost--visible-part whole width height panes)
                                (progn (setf (featurehost--panes-closed panes) nil)
                                       (featurehost--visible-part whole width height panes))))
                   (leaf (car (featurehost--assign visible))))
        (setf (featurehost--layer-leaf layer) (append (list :next visible) leaf)))))))

(defun featurehost--show-panes (layer)
  "Show the chosen panes of LAYER in their windows."
  (let* ((panes (featurehost--layer-panes layer)) (visible (plist-get (featurehost--layer-leaf layer) :next))
         (leaves (and visible (featurehost--assign visible)))
         (keys (mapcar (lambda (leaf) (plist-get leaf :key)) leaves))
         (attempt (and visible (cons (featurehost--signature visible) (featurehost--area panes)))) selected)
    (when visible
      (unless (or (equal attempt (featurehost--panes-failed panes))
                  (and (equal (featurehost--signature visible)
                              (and (featurehost--panes-visible panes)
                                   (featurehost--signature (featurehost--panes-visible panes))))
                       (cl-every (lambda (key) (assoc key (featurehost--panes-windows panes))) (cdr keys))))
        (setq selected (featurehost--delete-pane-windows panes))
        (setf (featurehost--panes-visible panes) visible
              (featurehost--panes-failed panes) nil)
        (condition-case nil
            (featurehost--split visible (featurehost--panes-anchor panes) panes)
          ;; In a window that can't be divided, only the first pane is shown.
          (error (featurehost--delete-pane-windows panes)
                 (setf (featurehost--panes-failed panes) attempt))))
      (setf (featurehost--panes-visible panes) visible)
      (dolist (leaf (cdr leaves))
        (featurehost--draw-pane panes leaf))
      (when-let* ((key (or (featurehost--panes-wanted panes) selected)) (window (featurehost--pane-window panes key)))
        (select-window window))
      (setf (featurehost--panes-wanted panes) nil)
      (pcase-dolist (`(,key . ,pane) (copy-sequence (featurehost--panes-layers panes)))
        (unless (member key (featurehost--leaf-keys (featurehost--panes-whole panes)))
          (featurehost--kill-pane panes key pane))))))

(defun featurehost--split (part window panes)
  "Divide WINDOW for PART of the arrangement of PANES."
  (if (eq (plist-get part :form) 'leaf)
      (unless (eq window (featurehost--panes-anchor panes))
        (set-window-buffer window (featurehost--layer-buffer (featurehost--pane-layer panes part)))
        (setf (alist-get (plist-get part :key) (featurehost--panes-windows panes) nil nil #'equal) window))
    (let* ((is-columns (eq (plist-get part :form) 'columns)) (parts (plist-get part :parts)) (rest window)
           (window-combination-resize nil) (window-combination-limit nil)
           (shares (featurehost--shares parts (if is-columns (window-total-width window) (window-total-height window)))))
      (cl-loop for (inner . more) on parts for share in shares
               do (let ((this rest))
                    (when more
                      (setq rest (split-window this share (if is-columns 'right 'below))))
                    (featurehost--split inner this panes))))))

(defun featurehost--pane-layer (panes leaf)
  "Return the layer of PANES for LEAF."
  (let* ((key (plist-get leaf :key)) (layer (cdr (assoc key (featurehost--panes-layers panes))))
         (instance (featurehost--layer-instance (featurehost--panes-layer panes))))
    (unless (and layer (buffer-live-p (featurehost--layer-buffer layer)))
      (setq layer (featurehost--make-layer :id (list 'pane key) :instance instance :panes panes
                                           :buffer (generate-new-buffer "*pane*")))
      (setf (alist-get key (featurehost--panes-layers panes) nil nil #'equal) layer)
      (with-current-buffer (featurehost--layer-buffer layer)
        (setq featurehost--layer layer
              default-directory (featurehost--session-directory (featurehost--instance-session instance)))))
    layer))

(defun featurehost--draw-pane (panes leaf)
  "Draw LEAF, a pane of PANES."
  (let* ((layer (featurehost--pane-layer panes leaf)) (instance (featurehost--layer-instance layer)))
    (setf (featurehost--layer-leaf layer) leaf
          (featurehost--layer-path layer) (if (plist-get leaf :is-empty) (plist-get leaf :path)
                                            (plist-get leaf :shown-from)))
    (with-current-buffer (featurehost--layer-buffer layer)
      (let ((name (format "*%s*" (featurehost--part-title instance leaf))))
        ;; A name may have a number at its end, because another buffer has the same name.
        (unless (string-match-p (concat "\\`" (regexp-quote name) "\\(<[0-9]+>\\)?\\'") (buffer-name))
          (rename-buffer name t))))
    (featurehost--draw-layer layer)))

(defun featurehost--part-title (instance part)
  "Return the title of PART of an arrangement of INSTANCE."
  (or (plist-get part :title)
      (let* ((leaf (car (featurehost--leaves part)))
             (node (featurehost--node-at instance (or (plist-get leaf :root) (plist-get leaf :path)))))
        (or (plist-get leaf :title)
            (if node (featurehost--title node) (featurehost--capital (featurehost--plain (plist-get leaf :name))))))))

(defun featurehost--tab-titles ()
  "Return the tabs above the content: lists of a title, a key and a flag."
  (let ((instance (and featurehost--layer (featurehost--layer-instance featurehost--layer))))
    (mapcar (lambda (tabs)
              (mapcar (pcase-lambda (`(,part . ,is-chosen))
                        (list (featurehost--part-title instance part) (car (featurehost--leaf-keys part)) is-chosen))
                      tabs))
            (and instance (plist-get (featurehost--layer-leaf featurehost--layer) :all-tabs)))))

(defun featurehost--insert-tabs ()
  "Insert the titles of the tabs that the buffer belongs to."
  (dolist (tabs (featurehost--tab-titles))
    (insert " ")
    (pcase-dolist (`(,title ,key ,is-chosen) tabs)
      (if is-chosen
          (insert (propertize title 'face 'featurehost-title))
        (let ((layer featurehost--layer))
          (featurehost--button title (lambda () (featurehost--go-to-pane layer key)) t "tab" key)))
      (insert "  "))
    (insert "\n")))

(defun featurehost--kill-pane (panes key layer)
  "Remove LAYER, the pane KEY of PANES, with its buffer."
  (setf (alist-get key (featurehost--panes-layers panes) nil t #'equal) nil)
  (when (buffer-live-p (featurehost--layer-buffer layer))
    (let ((featurehost--is-closing t))
      (kill-buffer (featurehost--layer-buffer layer)))))

(defun featurehost--forget-panes (layer)
  "Close the panes of LAYER, whose buffer is being killed."
  (when-let* ((panes (and (not (featurehost--is-pane layer)) (featurehost--layer-panes layer))))
    (setf (featurehost--layer-panes layer) nil)
    (featurehost--delete-pane-windows panes)
    (pcase-dolist (`(,key . ,pane) (copy-sequence (featurehost--panes-layers panes)))
      (featurehost--kill-pane panes key pane))))

;;;;; Moving between panes

(defvar featurehost--windows-timer nil "The timer that adapts panes to changed windows.")

(defun featurehost--windows-changed (&rest _)
  "Adapt the panes to the changed windows as soon as Emacs is idle."
  (unless (timerp featurehost--windows-timer)
    (setq featurehost--windows-timer (run-with-timer 0 nil #'featurehost--adapt-panes))))

(defun featurehost--adapt-panes ()
  "Open, close and hide the panes of all features, as their windows require."
  (setq featurehost--windows-timer nil)
  (with-demoted-errors "featurehost: %S"
    (dolist (session featurehost--sessions)
      (dolist (instance (featurehost--session-instances session))
        (dolist (layer (featurehost--instance-layers instance))
          (when (and (buffer-live-p (featurehost--layer-buffer layer))
                     (or (featurehost--layer-panes layer)
                         (get-buffer-window (featurehost--layer-buffer layer) 'visible)))
            (featurehost--draw-layer layer)))))))

(defun featurehost--go-to-pane (layer key)
  "Select the pane KEY beside LAYER, also if it is hidden."
  (let* ((panes (featurehost--layer-panes layer)) (featurehost--awaited (featurehost--instance-session
                                                                        (featurehost--layer-instance layer))))
    (featurehost--note-closed panes)
    (setf (featurehost--panes-closed panes) (delete key (featurehost--panes-closed panes))
          (featurehost--panes-wanted panes) key)
    (featurehost--draw-layer (featurehost--panes-layer panes))))

(defun featurehost-next-pane (&optional is-backward)
  "Select the next pane, also if it is hidden; with IS-BACKWARD, the previous one."
  (interactive "P")
  (let* ((layer featurehost--layer) (panes (and layer (featurehost--layer-panes layer)))
         (keys (and panes (featurehost--leaf-keys (featurehost--panes-whole panes))))
         (own (plist-get (featurehost--layer-leaf layer) :key)) (place (cl-position own keys :test #'equal)))
    (unless place
      (user-error "There are no panes here"))
    (featurehost--go-to-pane layer (nth (mod (+ place (if is-backward -1 1)) (length keys)) keys))))

(defun featurehost-previous-pane ()
  "Select the previous pane, also if it is hidden."
  (interactive)
  (featurehost-next-pane t))

(defun featurehost--shut-pane (layer)
  "Close the window of LAYER, a pane, and select the window of the whole feature."
  (let ((panes (featurehost--layer-panes layer)))
    (cl-pushnew (cadr (featurehost--layer-id layer)) (featurehost--panes-closed panes) :test #'equal)
    (setf (featurehost--panes-wanted panes) (car (featurehost--shown-keys panes)))
    (featurehost--draw-layer (featurehost--panes-layer panes))))

(defun featurehost--leave-panes ()
  "Select the window of the whole feature if a pane of it is selected."
  (when-let* ((layer (buffer-local-value 'featurehost--layer (window-buffer)))
              (anchor (and (featurehost--is-pane layer) (featurehost--panes-anchor (featurehost--layer-panes layer)))))
    (when (window-live-p anchor)
      (select-window anchor))))

;;;; Common parts of all buffers

(defvar featurehost-common-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-a") #'featurehost-act)
    (define-key map (kbd "C-c C-c") #'featurehost-proceed)
    (define-key map (kbd "C-c C-k") #'featurehost-leave)
    (define-key map (kbd "C-c C-n") #'featurehost-next-step)
    (define-key map (kbd "C-c C-p") #'featurehost-previous-step)
    (define-key map (kbd "C-c C-s") #'featurehost-skip-step)
    (define-key map (kbd "C-c C-r") #'featurehost-retry)
    (define-key map (kbd "C-c C-d") #'featurehost-dismiss-error)
    (define-key map (kbd "C-c C-x") #'featurehost-cancel-work)
    (define-key map (kbd "C-c C-u") #'featurehost-undo-notice)
    (define-key map (kbd "C-c C-z") #'featurehost-restart)
    (define-key map (kbd "C-c C-o") #'featurehost-show-top)
    (define-key map (kbd "C-c C-l") #'featurehost-palette)
    (define-key map (kbd "C-c C-w") #'featurehost-next-pane)
    (dotimes (number 9)
      (define-key map (kbd (format "C-c %d" (1+ number))) #'featurehost-tool))
    map)
  "Keys that work in all buffers of features.")

(defvar featurehost-special-map
  (let ((map (make-sparse-keymap)))
    (define-key map "q" #'featurehost-leave)
    (define-key map "l" #'featurehost-leave)
    (define-key map "a" #'featurehost-act)
    (define-key map "+" #'featurehost-primary)
    (define-key map "h" #'describe-mode)
    (define-key map [mouse-3] #'featurehost-popup-menu)
    map)
  "Keys that work in all buffers in which nothing is typed.")

(defun featurehost--keymap (parent)
  "Return a keymap with the keys of all buffers, and PARENT below it."
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap (list featurehost-special-map featurehost-common-map) parent))
    map))

(defun featurehost--glyphless ()
  "Return a display table that hides characters without width.
A terminal would otherwise draw each of them as a cell of blank space."
  ;; The table is created each time, because a terminal changes the displayable characters when it starts.
  (let ((table (copy-sequence glyphless-char-display)))
    (map-char-table
     (lambda (chars method)
       (when (eq method 'thin-space)
         (cl-loop for char from (if (consp chars) (car chars) chars) to (if (consp chars) (cdr chars) chars)
                  when (zerop (char-width char)) do (aset table char 'zero-width))))
     glyphless-char-display)
    table))

(defun featurehost--set-up ()
  "Set up the common parts of all buffers of features."
  (setq-local mode-line-buffer-identification '((:eval (featurehost--crumbs)))
              mode-line-process '((:eval (featurehost--mode-info)))
              revert-buffer-function (lambda (&rest _) (featurehost-refresh))
              bookmark-make-record-function #'featurehost--no-bookmark
              glyphless-char-display (featurehost--glyphless))
  (add-hook 'context-menu-functions #'featurehost--add-to-menu 10 t)
  (add-hook 'post-command-hook #'featurehost--hold nil t)
  (add-hook 'kill-buffer-hook #'featurehost--killed nil t)
  (add-hook 'kill-buffer-query-functions #'featurehost--may-kill nil t))

(defun featurehost--no-bookmark ()
  "Signal an error, because the content of a host can't be bookmarked."
  (user-error "What a host shows can't be bookmarked"))

(defvar-local featurehost--info "" "The information about the content, for the mode line.")

(defun featurehost--mode-info ()
  "Return the information that the mode line shows after the mode."
  (let ((dead (and featurehost--layer (featurehost--is-dead (featurehost--layer-instance featurehost--layer)))))
    (replace-regexp-in-string
     "%" "%%"
     (concat (if dead ":host ended" "")
             (if (and featurehost--layer (not dead))
                 (featurehost--work-words (featurehost--layer-instance featurehost--layer))
               "")
             (if (and featurehost--layer (featurehost--is-top-hidden))
                 (substitute-command-keys " [\\[featurehost-show-top]: more is open]")
               "")
             (if (string-empty-p featurehost--info) "" (concat " " featurehost--info))))))

(defun featurehost--crumbs ()
  "Return the titles from the layer to the drawn feature, for the mode line."
  (let ((node (featurehost--here)))
    (propertize (replace-regexp-in-string "%" "%%" (concat (if node (featurehost--path-of-titles node) (buffer-name))
                                                           (if (featurehost--is-pane-stale) " (out of date)" "")))
                'face 'mode-line-buffer-id)))

(defun featurehost--is-pane-stale ()
  "Return non-nil if the pane of this buffer shows the former row's feature."
  (and featurehost--layer (plist-get (featurehost--layer-leaf featurehost--layer) :is-stale)))

(defun featurehost--path-of-titles (node)
  "Return the titles from NODE to its drawn feature."
  (let ((titles (list (if (eq (car (featurehost--layer-id featurehost--layer)) 'sheet)
                          (string-trim (buffer-name) "\\*" "\\*\\(<[0-9]+>\\)?")
                        (featurehost--title node))))
        (title (plist-get (featurehost--layer-leaf featurehost--layer) :title)) (before nil))
    (dolist (one (featurehost--chain node))
      (unless (or (eq one node) (equal (featurehost--kind before) "flow"))
        (push (featurehost--title one) titles))
      (setq before one)
      (let ((steps (or (featurehost--state one :steps) (featurehost--state one :step))))
        (if steps
            (push (format "%d of %d: %s" (1+ (or (featurehost--get steps :index) 0))
                          (or (featurehost--get steps :count) 1) (featurehost--plain (featurehost--get steps :title)))
                  titles)
          (dolist (entry (featurehost--list (featurehost--state one :stack)))
            (push (featurehost--plain (or (featurehost--get entry :title) (featurehost--get entry :route))) titles)))))
    ;; The arrangement may give the pane a title of its own.
    (cond ((not title))
          ((cdr (featurehost--chain node)) (setcar titles title))
          ((featurehost--is-pane featurehost--layer) (setq titles (list title)))
          (t (push title titles)))
    (mapconcat #'identity (delete-dups (nreverse titles)) " › ")))

;;;;; Above and below the content

(defun featurehost--button (label press &optional is-enabled help about)
  "Insert a button with LABEL that calls PRESS; grey unless IS-ENABLED.
HELP is its tool tip.  ABOUT distinguishes buttons with equal labels."
  ;; The brackets distinguish disabled buttons for users who see no colours.
  (let ((prefix (if is-enabled "[" "(")) (suffix (if is-enabled "]" ")")) (place (list 'button about label)))
    (if (derived-mode-p 'featurehost-form-mode)
        (let ((widget-push-button-prefix prefix) (widget-push-button-suffix suffix))
          (widget-create 'push-button :tag label :help-echo help :featurehost-place place
                         :button-face (if is-enabled 'widget-button 'featurehost-help)
                         :notify (lambda (&rest _) (funcall press))))
      (insert-text-button (concat prefix label suffix) 'action (lambda (_) (funcall press)) 'follow-link t
                          'featurehost-place place
                          'face (if is-enabled 'button 'featurehost-help) 'help-echo help))))

(defun featurehost--send-button (label node action &optional params is-enabled)
  "Insert a button with LABEL that sends ACTION with PARAMS to NODE.
It is enabled if NODE accepts ACTION, or if IS-ENABLED is non-nil."
  (featurehost--button label (lambda () (featurehost--act-on node action params))
                       (or is-enabled (featurehost--can node action))
                       (featurehost--words action)
                       (list (featurehost--node-path node) action params)))

(defun featurehost--act-on (node action &optional params)
  "Send ACTION with PARAMS to NODE, with the row at point as the active one.
Earlier input is handled first, and its result determines the row."
  (featurehost--await-turn)
  (featurehost--with-row (lambda () (featurehost--send node action params))))

(defconst featurehost--tool-places '(("cancellation" . -1) ("confirmation" . 1))
  "The positions of toolbar entries by role; all others are between them.")

(defun featurehost--tools (node)
  "Return the toolbars of NODE's drawn features: pairs of a node and an entry."
  (let (tools)
    (dolist (one (reverse (featurehost--chain node)))
      (dolist (entry (featurehost--list (featurehost--in one :toolbar)))
        (push (cons one entry) tools)))
    (cl-stable-sort (nreverse tools) #'<
                    :key (lambda (tool)
                           (or (cdr (assoc (featurehost--get (cdr tool) :role) featurehost--tool-places)) 0)))))

(defvar-local featurehost--has-tool-keys t "Non-nil: keys of toolbar entries are active.")

(defun featurehost--tool-key (tool)
  "Return the declared key of TOOL, or nil where keys insert text."
  (let ((key (featurehost--get (cdr tool) :key)))
    (and (stringp key) (= (length key) 1) (not (derived-mode-p 'featurehost-form-mode)) key)))

(defun featurehost--tool-title (tool)
  "Return the title of TOOL."
  (featurehost--plain (featurehost--get (cdr tool) :title)))

(defun featurehost--tool-keys (tool number)
  "Return the description of the keys of TOOL, which is the entry NUMBER."
  (let ((key (featurehost--tool-key tool)) (digit (and (< number 10) (format "C-c %d" number))))
    (featurehost--joined ", " (or key "") (or digit ""))))

(defun featurehost--bind-tools (tools)
  "Bind the keys that a workspace declares for TOOLS, ahead of all other keys."
  (let ((map (make-sparse-keymap)))
    (cl-loop for tool in tools for number from 1 to 9
             ;; The titles are for packages that show the keys that can follow a prefix.
             do (define-key map (kbd (format "C-c %d" number)) (cons (featurehost--tool-title tool) #'featurehost-tool)))
    (dolist (tool (reverse tools))
      (when-let* ((key (featurehost--tool-key tool)))
        (define-key map key
                    (cons (featurehost--tool-title tool) (lambda () (interactive) (featurehost--use-key key))))))
    (setq-local minor-mode-overriding-map-alist (list (cons 'featurehost--has-tool-keys map)))))

(defun featurehost--use-key (key)
  "Perform the toolbar entry for which a workspace declares KEY."
  (featurehost--await-turn)
  (if-let* ((tool (cl-find key (featurehost--tools (featurehost--here)) :key #'featurehost--tool-key :test #'equal)))
      (featurehost--use tool)
    (user-error "The toolbar has no entry with the key %s any more" key)))

(defun featurehost--use (tool)
  "Perform TOOL, a pair of a node and an entry of its toolbar."
  (featurehost--act-on (car tool) (featurehost--get (cdr tool) :action) (featurehost--get (cdr tool) :params)))

(defun featurehost--errors (node)
  "Return the errors of the features drawn in NODE, as conses of node and error."
  (cl-loop for one in (featurehost--drawn-parts node)
           nconc (mapcar (lambda (error) (cons one error)) (featurehost--list (featurehost--in one :errors)))))

(defun featurehost--is-alert (error)
  "Return non-nil if ERROR is shown as a question."
  (equal (featurehost--get error :display) "alert"))

(defun featurehost--around (node)
  "Return everything that is drawn above and below NODE, to detect changes."
  (cons
   (featurehost--tab-titles)
   (mapcar (lambda (one)
             (list (featurehost--node-path one)
                   (featurehost--in one :toolbar) (featurehost--in one :errors) (featurehost--in one :unavailable)
                   (featurehost--state one :availableActions)
                   (featurehost--state one :steps) (featurehost--state one :hasDraft) (featurehost--reason one)))
           (featurehost--chain node))))

(defun featurehost--reason (node)
  "Return why the row for which NODE was opened can't be changed, or nil."
  (let* ((path (featurehost--node-path node)) (name (car (last path)))
         (is-presented (equal name "presentation"))
         (outer (and path (featurehost--node-at (featurehost--node-instance node) (butlast path (if is-presented 1 2))))))
    (cond ((null outer) nil)
          (is-presented (featurehost--in outer :presentation :reason :text))
          ((equal (car (last path 2)) "stack")
           (featurehost--get (cl-find name (featurehost--list (featurehost--state outer :stack))
                                      :key (lambda (entry) (featurehost--get entry :key)) :test #'equal)
                             :reason :text)))))

(defun featurehost--insert-head (node)
  "Insert the lines above the content of NODE."
  (featurehost--insert-tabs)
  (dolist (one (featurehost--chain node))
    (when-let* ((reason (featurehost--reason one)))
      (insert (propertize (featurehost--wrapped (concat "! " (featurehost--paragraph reason))) 'face 'featurehost-error)
              "\n"))
    (featurehost--insert-steps (featurehost--state one :steps))
    (when (or (featurehost--state one :hasDraft) (featurehost--state one :steps :hasDraft))
      (insert "A draft of an earlier time is there. ")
      (featurehost--send-button "Restore" one "restoreDraft")
      (insert " ")
      (featurehost--send-button "Discard" one "discardDraft")
      (insert "\n")))
  (featurehost--bind-tools (featurehost--tools node))
  (when-let* ((tools (featurehost--tools node)))
    (cl-loop for tool in tools for number from 1
             do (let* ((tool tool) (key (featurehost--tool-key tool))
                       ;; Without a key before it, a glyph would look like one.
                       (label (if key
                                  (concat key " " (featurehost--titled (cdr tool)))
                                (featurehost--tool-title tool))))
               (insert (cond ((= number 1) "")
                             ;; A terminal needs the last column for the end of the line.
                             ((>= (+ (current-column) 3 (string-width label)) (featurehost--room)) "\n")
                             (t " ")))
               (featurehost--button label
                                    (lambda () (featurehost--use tool))
                                    (featurehost--can-use tool)
                                    (featurehost--tool-keys tool number)
                                    (list (featurehost--node-path (car tool))
                                          (featurehost--get (cdr tool) :action) (featurehost--get (cdr tool) :params)))))
    (insert "\n"))
  (pcase-dolist (`(,one . ,error) (cl-remove-if #'featurehost--is-alert (featurehost--errors node) :key #'cdr))
    (insert (propertize (featurehost--wrapped (concat "! " (featurehost--paragraph (featurehost--get error :message))))
                        'face 'featurehost-error)
            "\n  ")
    (featurehost--insert-error-buttons one error)
    (insert "\n")))

(defun featurehost--wrapped (text)
  "Return TEXT in lines that fit into the window."
  (let ((room (1- (featurehost--room))))
    (with-temp-buffer
      (insert text)
      (let ((fill-column room) (left-margin 0))
        (fill-region (point-min) (point-max)))
      (string-trim-right (buffer-string)))))

(defun featurehost--insert-error-buttons (node error)
  "Insert the buttons that retry the operation of ERROR of NODE, or dismiss it."
  (let ((about (list (featurehost--node-path node) (featurehost--get error :id))))
    (when (featurehost--get error :retry)
      (featurehost--button "Retry" (lambda () (featurehost--retry node error)) t "C-c C-r" about)
      (insert " "))
    (featurehost--button "Dismiss" (lambda () (featurehost--dismiss node error)) t "C-c C-d" about)))

(defun featurehost--retry (node error)
  "Retry the failed operation of ERROR of NODE."
  (featurehost--send node (featurehost--get error :retry) (list :id (featurehost--get error :id))))

(defun featurehost--dismiss (node error)
  "Dismiss ERROR of NODE."
  (featurehost--send node "dismissError" (list :id (featurehost--get error :id))))

(defconst featurehost--step-marks '(("done" . "✓") ("current" . "›") ("skipped" . "–"))
  "The marks before the titles of steps.")

(defun featurehost--insert-steps (steps)
  "Insert the titles of STEPS with their marks."
  (when steps
    (insert (mapconcat
             (lambda (step)
               (let ((status (featurehost--get step :status)))
                 (propertize (format "%s %s" (or (cdr (assoc status featurehost--step-marks)) "·")
                                     (featurehost--plain (featurehost--get step :title)))
                             'face (if (equal status "current") 'featurehost-title 'featurehost-help))))
             (featurehost--list (featurehost--get steps :way)) "   ")
            "\n")))

(defun featurehost--flow-with-steps (node)
  "Return the innermost flow with steps in NODE's drawn features, if any."
  (cl-find-if (lambda (one) (featurehost--state one :steps)) (reverse (featurehost--chain node))))

(defun featurehost--insert-tail (node)
  "Insert the lines below the content of NODE: the buttons of its steps."
  (when-let* ((flow (featurehost--flow-with-steps node)))
    (let ((steps (featurehost--state flow :steps)))
      (insert "\n")
      (featurehost--send-button "Back" flow "back")
      (when (featurehost--get steps :canSkip)
        (insert " ")
        (featurehost--send-button "Skip" flow "skip"))
      (insert " ")
      (featurehost--send-button (if (>= (1+ (featurehost--get steps :index)) (featurehost--get steps :count))
                                    "Finish" "Next")
                                flow "next")
      (insert "\n"))))

;;;;; The user's position in the drawn content

;; Redrawing would move point, the mark and the points of windows.  So these
;; positions are stored relative to drawn things: a field, a button or a row,
;; with the distance from its beginning, which may be negative.

(defvar featurehost--ids-before nil "The ids of the previously drawn rows, during a redraw.")

(defvar-local featurehost--page nil "The drawn page of the form or view; nil before the first one.")

(cl-defstruct (featurehost--spot (:constructor featurehost--make-spot) (:copier nil))
  "A position: OFFSET characters after the beginning of the drawn THING.
LINE and COLUMN are used if THING is no longer drawn."
  thing offset line column
  (is-in nil :documentation "Non-nil if the position is in THING, and not before it.")
  (is-end nil :documentation "Non-nil if the position is at the end of THING.")
  (is-typed nil :documentation "Non-nil if THING is a field into which text is typed."))

(defun featurehost--thing-at (position)
  "Return the thing at POSITION: its name, its beginning and its end."
  (let* ((widget (and (derived-mode-p 'featurehost-form-mode) (or (widget-field-at position) (widget-at position))))
         (place (and widget (widget-get widget :featurehost-place))) (id (get-text-property position 'tabulated-list-id)))
    (cond (place
           (list place (featurehost--widget-start widget)
                 (if (featurehost--is-field widget) (widget-field-text-end widget) (widget-get widget :to))))
          (id
           (save-excursion
             (goto-char position)
             (list (cons 'row id) (line-beginning-position) (line-end-position))))
          ((setq place (get-text-property position 'featurehost-place))
           (list place
                 (previous-single-property-change (min (1+ position) (point-max)) 'featurehost-place nil (point-min))
                 (next-single-property-change position 'featurehost-place nil (point-max)))))))

(defun featurehost--thing-from (position accept)
  "Return the first thing from POSITION on for which ACCEPT returns non-nil."
  (let (found)
    (while (and position (not found))
      (let ((thing (featurehost--thing-at position)))
        (if (and thing (funcall accept (car thing)))
            (setq found thing)
          (setq position (featurehost--next-change position)))))
    found))

(defun featurehost--thing-called (name)
  "Return the thing called NAME; nil if it is not drawn."
  (if (eq (car-safe name) 'row)
      (when-let* ((position (featurehost--row-position (cdr name))))
        (featurehost--thing-at position))
    (and name (featurehost--thing-from (point-min) (lambda (other) (equal other name))))))

(defun featurehost--next-change (position)
  "Return the next position after POSITION where a thing may begin, or nil."
  (let ((next (next-char-property-change position)))
    (and (< next (point-max)) (> next position) next)))

(defun featurehost--spot-of (position)
  "Return POSITION as a spot relative to a drawn thing."
  (save-excursion
    (goto-char position)
    (let* ((at (featurehost--thing-at position))
           (thing (or at (featurehost--thing-from position #'always) (featurehost--thing-before position))))
      (featurehost--make-spot
       :thing (car thing) :offset (and thing (- position (cadr thing)))
       :line (line-number-at-pos) :column (current-column)
       :is-in (and at t)
       :is-end (and at (= position (nth 2 at)))
       :is-typed (and at (derived-mode-p 'featurehost-form-mode) (widget-field-at position) t)))))

(defun featurehost--thing-before (position)
  "Return the last row if POSITION is after it; otherwise nil."
  (when-let* ((last (and (derived-mode-p 'featurehost-rows-mode) (featurehost--last-row))))
    (and (> position last) (featurehost--thing-at last))))

(defun featurehost--position-of (spot)
  "Return the position of SPOT: by its thing, or by a neighbour of the thing."
  (let* ((name (featurehost--spot-thing spot)) (offset (featurehost--spot-offset spot))
         (is-row (eq (car-safe name) 'row))
         (thing (or (featurehost--thing-called name) (and is-row (featurehost--neighbour (cdr name))))))
    (cond ((and thing is-row (featurehost--spot-is-in spot))
           (save-excursion
             (goto-char (cadr thing))
             (move-to-column (featurehost--spot-column spot))
             (point)))
          ((and thing is-row (> offset 0))
           (save-excursion
             (goto-char (cadr thing))
             (forward-line (if (equal name (car thing)) 1 0))
             (point)))
          ((and thing (featurehost--spot-is-in spot))
           (if (and (featurehost--spot-is-end spot) (featurehost--spot-is-typed spot))
               (nth 2 thing)
             (min (+ (cadr thing) offset) (nth 2 thing))))
          ((and thing (>= (+ (cadr thing) offset) (point-min))
                (not (featurehost--thing-at (+ (cadr thing) offset))))
           (+ (cadr thing) offset))
          ((derived-mode-p 'featurehost-rows-mode) (featurehost--on-line spot))
          (t (featurehost--beside (featurehost--spot-line spot))))))

(defun featurehost--neighbour (id)
  "Return the row that is nearest to the former row ID: after or else before it."
  (let* ((drawn (featurehost--ids)) (known (make-hash-table :test #'equal))
         (place (cl-position id featurehost--ids-before :test #'equal)))
    (dolist (one drawn)
      (puthash one t known))
    (when-let* ((found (and place (cl-find-if (lambda (other) (gethash other known))
                                              (append (nthcdr (1+ place) featurehost--ids-before)
                                                      (reverse (seq-take featurehost--ids-before place)))))))
      (featurehost--thing-at (featurehost--row-position found)))))

(defun featurehost--on-line (spot)
  "Return the position at SPOT's line and column.
If SPOT was in a row and the line has none, use the last row instead."
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- (featurehost--spot-line spot)))
    (when (and (eq (car-safe (featurehost--spot-thing spot)) 'row) (featurehost--spot-is-in spot)
               (not (tabulated-list-get-id)))
      (goto-char (or (featurehost--last-row) (point))))
    (move-to-column (featurehost--spot-column spot))
    (point)))

(defun featurehost--beside (line)
  "Return the beginning of a line near LINE without a field or a button.
So text that is typed there has no effect."
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- line))
    (let ((from (line-beginning-position)))
      (goto-char from)
      (while (and (not (bobp)) (featurehost--thing-at (point)))
        (forward-line -1))
      (when (featurehost--thing-at (point))
        (goto-char from)
        (while (and (not (eobp)) (featurehost--thing-at (point)))
          (forward-line 1)))
      (point))))

(defun featurehost--places ()
  "Return the positions of point, the mark, and the windows of the buffer."
  (list (featurehost--spot-of (point))
        (and (mark t) (featurehost--spot-of (mark t)))
        (mapcar (lambda (window)
                  (list window
                        (featurehost--spot-of (window-point window))
                        (if (= (window-start window) (point-min))
                            'top
                          (featurehost--spot-of (window-start window)))))
                (get-buffer-window-list nil nil t))))

(defun featurehost--restore (places)
  "Restore point, the mark and the windows to PLACES."
  (pcase-let ((`(,point ,mark ,windows) places))
    (goto-char (featurehost--position-of point))
    (when mark
      (set-marker (mark-marker) (featurehost--position-of mark)))
    (pcase-dolist (`(,window ,point ,start) windows)
      (when (and (window-live-p window) (eq (window-buffer window) (current-buffer)))
        (set-window-start window (if (eq start 'top) (point-min)
                                   (save-excursion (goto-char (featurehost--position-of start))
                                                   (line-beginning-position)))
                          t)
        (set-window-point window (featurehost--position-of point))))))

(defun featurehost--move-all (position)
  "Move point, and the points of all windows on the buffer, to POSITION."
  (goto-char position)
  (dolist (window (get-buffer-window-list nil nil t))
    (set-window-point window position)))

;;;;; Commands of all buffers

(defun featurehost--await-turn (&optional is-move)
  "Wait until earlier input is handled, and the resulting rows are loaded.
If IS-MOVE, wait only for the rows.  Signal an error if they don't arrive."
  (when-let* ((instance (and featurehost--layer (featurehost--layer-instance featurehost--layer))))
    (unless (featurehost--is-dead instance)
      (let* ((buffer (current-buffer)) (was-coming (featurehost--rows-are-coming)) (is-met nil))
        (unwind-protect
            (progn
              (featurehost--await (featurehost--instance-session instance)
                                  (lambda ()
                                    (or (not (buffer-live-p buffer))
                                        (with-current-buffer buffer
                                          (and (or is-move (zerop (featurehost--instance-unanswered instance)))
                                               (not (featurehost--rows-are-coming)))))))
              (setq is-met t))
          (when (and was-coming (not is-met) (buffer-live-p buffer))
            (with-current-buffer buffer
              (featurehost--stop-coming))))
        (cond ((not (buffer-live-p buffer)) (user-error "What this was for is not there now"))
              ((and was-coming (featurehost--rows-have-not-come))
               (featurehost--stop-coming)
               (user-error "The rows that this was for could not be loaded")))))))

(defun featurehost-tool (&optional number)
  "Press the button NUMBER of the toolbar.
Without NUMBER, press the button of the typed digit."
  (interactive)
  (featurehost--await-turn)
  (let* ((number (or number (- last-command-event ?0)))
         (tool (nth (1- number) (featurehost--tools (featurehost--here)))))
    (if tool (featurehost--use tool) (user-error "The toolbar has no entry %d" number))))

(defun featurehost--tool-with (role)
  "Return the first toolbar entry with ROLE, the innermost first."
  (cl-find role (featurehost--tools (featurehost--here))
           :key (lambda (tool) (featurehost--get (cdr tool) :role)) :test #'equal))

(defun featurehost-primary ()
  "Press the primary button of the toolbar."
  (interactive)
  (featurehost--await-turn)
  (if-let* ((tool (featurehost--tool-with "primary")))
      (featurehost--use tool)
    (user-error "The toolbar has nothing that comes first")))

(defconst featurehost--plumbing
  '("load" "itemAppeared" "setWindow" "setActive" "moveActive" "goTo" "acceptSpan" "copy" "find" "setWrap"
    "present" "pressButton" "dismiss" "confirmDiscard" "keepEditing" "setTaskId" "focus" "blur" "setValue" "setValues"
    "setSecret" "searchOptions")
  "Actions that `featurehost-act' does not offer, because other commands send them.")

(defconst featurehost--commands
  '(("list"
     ("Open" featurehost-open-row "openItem") ("Tick" featurehost-tick "toggleItem")
     ("Delete" featurehost-delete "deleteItems") "--"
     ("Mark" featurehost-mark "toggleSelection") ("Unmark" featurehost-unmark "toggleSelection")
     ("Mark the others instead" featurehost-toggle-marks "toggleSelection")
     ("Unmark all" featurehost-unmark-all "clearSelection") "--"
     ("Move up" featurehost-move-up "moveItems") ("Move down" featurehost-move-down "moveItems")
     ("Undo" featurehost-undo "undo") ("Redo" featurehost-redo "redo") "--"
     ("Filter by words…" featurehost-filter-words "setFilter") ("Choose a filter…" featurehost-filter "setFilter")
     ("Sort…" featurehost-sort "setSort") ("Preview" featurehost-toggle-preview)
     ("Refresh" featurehost-refresh "refresh"))
    ("search"
     ("Accept" featurehost-accept "accept") ("Accept for…" featurehost-accept-for "accept")
     ("Type the query…" featurehost-query "setQuery") "--"
     ("Mark" featurehost-mark "toggleSelection") ("Unmark" featurehost-unmark "toggleSelection")
     ("Unmark all" featurehost-unmark-all "clearSelection") "--"
     ("Choose a filter…" featurehost-filter "setFilter") ("Preview" featurehost-toggle-preview)
     ("Load more" featurehost-load-more "loadMore") ("Refresh" featurehost-refresh "refresh"))
    ("form"
     ("Submit" featurehost-proceed "submit") ("Next step" featurehost-next-step "nextStep")
     ("Previous step" featurehost-previous-step "previousStep") "--"
     ("Keep mine" featurehost-keep-mine "keepMine") ("Take theirs" featurehost-take-theirs "takeTheirs"))
    ("flow"
     ("Next" featurehost-next-step "next") ("Back" featurehost-previous-step "back") ("Skip" featurehost-skip-step "skip"))
    ("text"
     ("Find…" featurehost-find "find") ("Find the next" featurehost-find-next "find")
     ("Find the previous" featurehost-find-previous "find") "--"
     ("Next heading or hunk" featurehost-next-part "goTo") ("Previous heading or hunk" featurehost-previous-part "goTo")
     ("Open what is here" featurehost-accept-span "acceptSpan") ("Copy" featurehost-copy "copy")
     ("Wrap long lines" featurehost-wrap "setWrap") ("Refresh" featurehost-refresh "refresh"))
    ("view" ("More" featurehost-more) ("Less" featurehost-less) ("Refresh" featurehost-refresh "refresh")))
  "The commands of each kind, each with its title and the action that it sends.")

(defun featurehost--command-of (node action)
  "Return the title and the command that send ACTION to NODE, if any."
  (cl-find-if (lambda (entry) (and (consp entry) (equal (caddr entry) action)))
              (cdr (assoc (featurehost--kind node) featurehost--commands))))

(defun featurehost--action-name (node action)
  "Return the name of ACTION of NODE for users."
  (if-let* ((entry (featurehost--command-of node action)))
      (string-trim-right (car entry) "…")
    (featurehost--capital (featurehost--words action))))

(defun featurehost--keys-of-action (node action)
  "Return the key of the command that sends ACTION to NODE; empty if there is none."
  (let* ((entry (featurehost--command-of node action)) (key (and entry (where-is-internal (cadr entry) nil t))))
    (if key (key-description key) "")))

(defun featurehost--menu ()
  "Return the items of the menu with all that can be done here."
  (when-let* ((node (and featurehost--layer (featurehost--here))))
    (append
     (cl-loop for tool in (featurehost--tools node) for number from 1
              collect (let ((tool tool))
                        (vector (featurehost--titled (cdr tool))
                                (lambda () (interactive) (featurehost--await-turn) (featurehost--use tool))
                                :active (and (featurehost--can-use tool) t) :keys (featurehost--tool-keys tool number))))
     '("--")
     (cl-loop for one in (reverse (featurehost--chain node))
              append (cl-loop for entry in (cdr (assoc (featurehost--kind one) featurehost--commands))
                              when (stringp entry) collect entry
                              when (and (consp entry) (or (not (caddr entry)) (featurehost--has one (caddr entry))))
                              collect (vector (car entry) (cadr entry)
                                              :active (and (or (not (caddr entry)) (featurehost--can one (caddr entry))) t)))
              append '("--"))
     (and (featurehost--layer-leaf featurehost--layer)
          '(["Next pane" featurehost-next-pane] ["Previous pane" featurehost-previous-pane]))
     '(["Choose an action…" featurehost-act]
       ["Retry what failed" featurehost-retry :active (featurehost--newest-error t)]
       ["Dismiss the error" featurehost-dismiss-error :active (featurehost--newest-error nil)]
       ["Restart the host" featurehost-restart]
       ["Leave" featurehost-leave]))))

(easy-menu-define featurehost-menu featurehost-common-map
  "The menu with all that can be done with a feature."
  '("Feature" :filter (lambda (_) (featurehost--menu))))

(defun featurehost--add-to-menu (menu click)
  "Add what can be done with the feature at CLICK to the context menu MENU."
  (with-current-buffer (window-buffer (posn-window (event-end click)))
    (define-key menu [featurehost-separator] menu-bar-separator)
    (define-key menu [featurehost]
                (list 'menu-item "Feature" (easy-menu-create-menu "Feature" (featurehost--menu)))))
  menu)

(defun featurehost-popup-menu (event)
  "Go to the position of EVENT, and show a menu with all that can be done there."
  (interactive "e")
  (mouse-set-point event)
  (popup-menu (easy-menu-create-menu "Feature" (featurehost--menu)) event))

(defun featurehost--choices ()
  "Return all available actions: titles, each with a note and a function."
  (let (choices)
    (cl-loop for tool in (featurehost--tools (featurehost--here)) for number from 1
             do (let ((tool tool))
                  (when (featurehost--can-use tool)
                    (push (list (featurehost--tool-title tool) (featurehost--tool-keys tool number)
                                (lambda () (featurehost--use tool)))
                          choices))))
    (dolist (node (reverse (featurehost--chain (featurehost--here))))
      (dolist (action (featurehost--list
                       (featurehost--get (featurehost--entry (featurehost--node-session node)
                                                             (featurehost--in node :feature))
                                         :actions)))
        (let ((name (featurehost--get action :name)))
          (when (and (featurehost--can node name) (not (member name featurehost--plumbing)))
            (push (list (featurehost--action-name node name)
                        (featurehost--joined "  " (featurehost--keys-of-action node name) (featurehost--title node))
                        (lambda () (featurehost--act-on node name (featurehost--read-params action))))
                  choices)))))
    (nreverse choices)))

(defun featurehost--read-params (action)
  "Ask for the params that ACTION of the catalog needs."
  (let ((schema (featurehost--get action :params)))
    (cl-loop for name across (or (featurehost--get schema :required) [])
             collect (featurehost--key name)
             collect (featurehost--read-value name (featurehost--get schema :properties name)))))

(defun featurehost--read-value (name schema)
  "Ask for a value called NAME that is valid against SCHEMA."
  (let ((prompt (concat (featurehost--capital (featurehost--words name)) ": ")) (type (featurehost--get schema :type)))
    (cond ((and (member name '("id" "ids")) (derived-mode-p 'featurehost-rows-mode) (tabulated-list-get-id))
           (if (equal name "id") (tabulated-list-get-id) (vector (tabulated-list-get-id))))
          ((featurehost--get schema :enum)
           (completing-read prompt (featurehost--list (featurehost--get schema :enum)) nil t))
          ((equal type "string") (featurehost--scalars (read-string prompt)))
          ((member type '("integer" "number")) (read-number prompt))
          ((equal type "boolean") (if (y-or-n-p prompt) t :false))
          (t (featurehost--decode (read-string (concat prompt "(JSON) ")))))))

(defun featurehost-act ()
  "Choose one of the actions that are available here, and perform it."
  (interactive)
  (featurehost--await-turn)
  (let* ((choices (featurehost--apart (featurehost--choices))) (row (featurehost--row-meant))
         (notes (lambda (title) (concat "  " (cadr (assoc title choices)))))
         (title (completing-read
                 "Do: "
                 (lambda (text predicate action)
                   (if (eq action 'metadata)
                       `(metadata (category . featurehost-action) (annotation-function . ,notes)
                                  (display-sort-function . identity))
                     (complete-with-action action choices text predicate)))
                 nil t)))
    (unless (equal row (featurehost--row-meant))
      (user-error "The row that this was for is not there now"))
    (when-let* ((choice (assoc title choices)))
      (funcall (caddr choice)))))

(defun featurehost--newest-error (must-retry)
  "Return the newest error that is shown here, with its node.
If MUST-RETRY, consider only errors that can be retried."
  (or (cl-find-if (lambda (found) (or (not must-retry) (featurehost--get (cdr found) :retry)))
                  (reverse (featurehost--errors (featurehost--here))))
      (user-error "There is no error to be %s" (if must-retry "retried" "dismissed"))))

(defun featurehost-retry ()
  "Retry the action that failed last."
  (interactive)
  (featurehost--await-turn)
  (let ((found (featurehost--newest-error t)))
    (featurehost--retry (car found) (cdr found))))

(defun featurehost-dismiss-error ()
  "Dismiss the newest error."
  (interactive)
  (featurehost--await-turn)
  (let ((found (featurehost--newest-error nil)))
    (featurehost--dismiss (car found) (cdr found))))

;;;;; Work and notices

(defun featurehost--works (instance)
  "Return the running work of INSTANCE that has a title, oldest first."
  (cl-remove-if (lambda (effect)
                  (or (string-empty-p (featurehost--plain (featurehost--get effect :title)))
                      (eq t (featurehost--get effect :background))))
                (featurehost--list (featurehost--get (featurehost--instance-snapshot instance) :effects))))

(defun featurehost--notices (instance)
  "Return the notices of INSTANCE, newest first."
  (reverse (featurehost--list (featurehost--get (featurehost--instance-snapshot instance) :notices))))

(defun featurehost--with-key (words entry member command does)
  "Return WORDS, followed by the key of COMMAND and by what it DOES.
If MEMBER of ENTRY is not true, return WORDS."
  (if (eq t (featurehost--get entry member))
      (concat words (substitute-command-keys (format " · \\[%s] %s" command does)))
    words))

(defun featurehost--work-words (instance)
  "Return the newest notice and the oldest work of INSTANCE in words."
  (let ((notice (car (featurehost--notices instance))) (work (car (featurehost--works instance))))
    (concat
     (if notice
         (concat " " (featurehost--with-key (featurehost--plain (featurehost--get notice :text)) notice :undo
                                            'featurehost-undo-notice "undoes it"))
       "")
     (if work
         (let ((progress (featurehost--get work :progress)))
           (concat " "
                   (featurehost--with-key
                    (string-join
                     (delq nil
                           (list (concat (string-remove-suffix "…" (featurehost--plain (featurehost--get work :title)))
                                         "…")
                                 (and (numberp progress) (format "%d%%" (floor (* 100 (max 0 (min 1 progress))))))
                                 (and (stringp (featurehost--get work :message))
                                      (featurehost--plain (featurehost--get work :message)))))
                     " ")
                    work :cancellable 'featurehost-cancel-work "ends it")))
       ""))))

(defun featurehost--send-about (entry action missing)
  "Send ACTION about ENTRY, work or a notice; without one, signal MISSING."
  (unless entry
    (user-error "%s" missing))
  ;; Work and notices belong to the whole instance.
  (featurehost--send (featurehost--node-at (featurehost--layer-instance featurehost--layer) nil) action
                     (list :id (featurehost--get entry :id))))

(defun featurehost-cancel-work ()
  "End the oldest work that can be ended."
  (interactive)
  (featurehost--send-about
   (cl-find-if (lambda (work) (eq t (featurehost--get work :cancellable)))
               (featurehost--works (featurehost--layer-instance featurehost--layer)))
   "cancelEffect" "No work that can be ended is running"))

(defun featurehost-undo-notice ()
  "Undo what the newest notice says."
  (interactive)
  (featurehost--send-about
   (cl-find-if (lambda (notice) (eq t (featurehost--get notice :undo)))
               (featurehost--notices (featurehost--layer-instance featurehost--layer)))
   "undoNotice" "No notice that can be undone is shown"))

(defun featurehost-refresh ()
  "Reload the shown rows; if the host has ended, restart it."
  (interactive)
  (let ((node (featurehost--leaf-here)))
    (cond ((featurehost--is-dead (featurehost--node-instance node)) (featurehost-restart))
          ((featurehost--can node "refresh") (featurehost--send node "refresh"))
          ((featurehost--can node "refreshButtonTapped") (featurehost--send node "refreshButtonTapped"))
          ((equal (featurehost--kind node) "search") (featurehost--send node "submitQuery"))
          (t (user-error "There is nothing to load anew")))))

(defun featurehost-next-step ()
  "Go to the next step of the flow or form."
  (interactive)
  (featurehost--await-turn)
  (let* ((node (featurehost--leaf-here)) (flow (featurehost--flow-with-steps (featurehost--here))))
    (cond ((and (featurehost--state node :step) (featurehost--can node "nextStep"))
           (featurehost--send node "nextStep"))
          (flow (featurehost--act-on flow "next"))
          (t (user-error "There is no next step")))))

(defun featurehost-previous-step ()
  "Go back to the previous step."
  (interactive)
  (featurehost--await-turn)
  (let* ((node (featurehost--leaf-here)) (flow (featurehost--flow-with-steps (featurehost--here))))
    (cond ((and (featurehost--state node :step) (featurehost--can node "previousStep"))
           (featurehost--send node "previousStep"))
          (flow (featurehost--send flow "back"))
          (t (user-error "There is no step before this one")))))

(defun featurehost-skip-step ()
  "Skip the current step, and enter nothing in it."
  (interactive)
  (featurehost--await-turn)
  (if-let* ((flow (featurehost--flow-with-steps (featurehost--here))))
      (featurehost--send flow "skip")
    (user-error "There is nothing to skip")))

(defun featurehost-proceed ()
  "Finish the feature of this buffer.
Submit the form, go on to the next step, or press the button of the toolbar."
  (interactive)
  (featurehost--await-turn)
  (let* ((node (featurehost--leaf-here)) (tool (featurehost--tool-with "confirmation")))
    (cond ((or (and (featurehost--state node :step) (featurehost--can node "nextStep"))
               (featurehost--flow-with-steps (featurehost--here)))
           (featurehost-next-step))
          ((equal (featurehost--kind node) "form") (featurehost--send node "submit"))
          (tool (featurehost--use tool))
          (t (user-error "There is nothing to finish")))))

(defun featurehost-leave ()
  "Leave the feature of this buffer.
Go back to the feature below on the stack, or to the presenting feature;
otherwise quit the window.  If changes would be lost, the host asks first."
  (interactive)
  (let* ((node (featurehost--here)) (layer featurehost--layer)
         (tool (and node (featurehost--tool-with "cancellation")))
         (flow (and node (cl-find-if (lambda (one) (and (> (length (featurehost--state one :stack)) 1)
                                                        (featurehost--can one "pop")))
                                     (reverse (featurehost--chain node))))))
    (cond ((and (featurehost--is-pane layer) (not flow)) (featurehost--shut-pane layer))
          ((or (not node) (featurehost--is-dead (featurehost--node-instance node))) (quit-window))
          (flow (featurehost--send flow "pop"))
          ((eq (car (featurehost--layer-id layer)) 'part) (kill-buffer))
          ((eq (car (featurehost--layer-id layer)) 'sheet)
           (let* ((presenter (featurehost--node-at (featurehost--node-instance node) (cadr (featurehost--layer-id layer))))
                  (presented (featurehost--in presenter :presentation))
                  (cancel (cl-find "cancel" (featurehost--list (featurehost--get presented :buttons))
                                   :key (lambda (button) (featurehost--get button :role)) :test #'equal)))
             (cond ((featurehost--get presented :dismissible)
                    (featurehost--send presenter "dismiss" (list :key (featurehost--get presented :key))))
                   (cancel (featurehost--send presenter "pressButton"
                                              (list :key (featurehost--get presented :key)
                                                    :buttonId (featurehost--get cancel :id))))
                   (tool (featurehost--use tool))
                   (t (user-error "This has to be finished")))))
          (tool (featurehost--use tool))
          (t (quit-window)))))

(defun featurehost-show-top ()
  "Show the topmost presentation of the instance."
  (interactive)
  (let ((layer (car (last (featurehost--instance-layers (featurehost--layer-instance featurehost--layer))))))
    (pop-to-buffer (featurehost--layer-buffer layer)
                   (if (featurehost--is-question layer)
                       featurehost-question-display-action
                     featurehost-sheet-display-action))))

;;;; Rows

(defvar featurehost-rows-map
  (let ((map (featurehost--keymap tabulated-list-mode-map)))
    (define-key map (kbd "TAB") #'forward-button)
    (define-key map (kbd "<backtab>") #'backward-button)
    (define-key map [remap end-of-buffer] #'featurehost-last-row)
    (define-key map [remap goto-line] #'featurehost-go-to-row)
    (define-key map [remap beginning-of-buffer] #'featurehost-first-row)
    (define-key map "f" #'featurehost-filter)
    (define-key map "m" #'featurehost-mark)
    (define-key map "u" #'featurehost-unmark)
    (define-key map "U" #'featurehost-unmark-all)
    (define-key map "v" #'featurehost-toggle-preview)
    (define-key map "g" #'featurehost-refresh)
    ;; These commands would sort or resize only the shown rows, but the host determines the columns.
    (dolist (command '(tabulated-list-sort tabulated-list-narrow-current-column tabulated-list-widen-current-column))
      (define-key map (vector 'remap command) #'undefined))
    map)
  "Keys of all buffers with rows.")

(define-derived-mode featurehost-rows-mode tabulated-list-mode "Rows"
  "Parent mode of lists and searches: rows in columns.
The buffer contains the rows around point; other rows are requested from the
host when point comes near to them."
  :interactive nil
  (featurehost--set-up)
  (setq-local tabulated-list-padding 4
              tabulated-list-sort-key nil
              mode-line-position nil
              truncate-lines t
              hl-line-sticky-flag t
              bidi-paragraph-direction 'left-to-right
              imenu-create-index-function #'featurehost--index-of-rows
              imenu-auto-rescan t)
  (hl-line-mode)
  (add-hook 'pre-command-hook #'featurehost--before-command nil t)
  (add-hook 'post-command-hook #'featurehost--after-command nil t)
  (add-hook 'post-command-hook #'featurehost--highlight-row nil t)
  (add-hook 'window-size-change-functions #'featurehost--resized nil t))

(defvar-local featurehost--widths nil "The maximum width of each column so far, by column key.")
(defvar-local featurehost--are-widths-kept nil "Non-nil if the widths are from complete results, so that they stay.")
(defvar-local featurehost--asked nil "The window that was last requested from the host.")
(defvar-local featurehost--query nil "The filter, the sort order and the query of the drawn rows.")
(defvar-local featurehost--goal nil
  "The row to move point to when it is loaded.
It is `start', `end', the number of rows before it, or nil.  In a text, it is
`line' for the line that the host makes active.")
(defvar-local featurehost--is-goal-new nil "Non-nil if the last command has set the goal `line'.")
(defvar-local featurehost--is-missed nil "Non-nil if the rows up to the last goal could not be loaded.")
(defvar-local featurehost--not-awaited nil "The query for whose rows the user no longer waits.")
(defvar-local featurehost--row-left nil "The id of the row at which point was last.")
(defvar-local featurehost--sought nil "The number of rows when the rows up to the goal were last requested.")
(defvar-local featurehost--row-sent nil "The id of the row that the host was last requested to make active.")
(defvar-local featurehost--row-timer nil "The timer that makes the row at point active.")
(defvar-local featurehost--pointed-out nil "The position of the row that is marked as active.")
(defvar-local featurehost--row-values nil "The drawn rows, by id.")
(defvar-local featurehost--row-cells nil "The cells of the drawn rows, by id.")

;;;;; Columns

(defconst featurehost--roles '("icon" "title" "subtitle" "detail" "badge" "toggle")
  "The roles of columns, from left to right.")

(defun featurehost--columns (node)
  "Return the drawn columns of NODE, in order."
  (cl-stable-sort
   (cl-remove "none" (featurehost--list (featurehost--state node :columns)) :key #'featurehost--role :test #'equal)
   #'< :key (lambda (column) (cl-position (featurehost--role column) featurehost--roles :test #'equal))))

(defun featurehost--role (column)
  "Return the role of COLUMN; an unknown role counts as detail."
  (let ((role (featurehost--get column :role)))
    (if (member role (cons "none" featurehost--roles)) role "detail")))

(defun featurehost--is-toggle (column)
  "Return non-nil if COLUMN shows checkboxes."
  (member "toggle" (list (featurehost--get column :type) (featurehost--role column))))

(defun featurehost--is-flexible (column)
  "Return non-nil if COLUMN takes the remaining width."
  (member (featurehost--role column) '("title" "subtitle")))

(defun featurehost--label (column)
  "Return the heading of COLUMN."
  (if (equal (featurehost--role column) "icon")
      ""
    (featurehost--plain (or (featurehost--get column :label) (featurehost--get column :key)))))

(defun featurehost--written (column row)
  "Return the cell that the host has written for COLUMN of ROW, or nil."
  (let ((cell (and (not (equal (featurehost--role column) "toggle"))
                   (plist-get (plist-get row :cells)
                              (intern (concat ":" (featurehost--get column :key)))))))
    (and (stringp (featurehost--get cell :text)) cell)))

(defun featurehost--written-text (cell)
  "Return the text of CELL, after the glyph of its icon."
  (let ((text (featurehost--get cell :text)))
    (featurehost--plain (concat (featurehost--glyph cell) (substring text 0 (min (length text) 5000))))))

(defun featurehost--toned-text (cell &optional tone)
  "Return the text of CELL in the face of its tone, or of TONE if it has none."
  (let ((face (featurehost--tone (or (featurehost--get cell :tone) tone)))
        (text (featurehost--written-text cell)))
    (if face (propertize text 'face face) text)))

(defun featurehost--tone (tone)
  "Return the face of TONE, or nil."
  (cdr (assoc tone '(("success" . success) ("warning" . featurehost-warning) ("error" . featurehost-error)
                     ("info" . featurehost-key) ("accent" . featurehost-title) ("dim" . featurehost-help)))))

(defun featurehost--cell (column row)
  "Return the text of COLUMN in ROW."
  (let ((held (featurehost--at (plist-get row :value) (featurehost--get column :key)))
        (cell (featurehost--written column row)))
    (cond (cell (featurehost--toned-text cell (plist-get row :tone)))
          ((featurehost--is-toggle column) (if (featurehost--on-p held) "[x]" "[ ]"))
          (t
           (let ((text (featurehost--plain (if (stringp held) (substring held 0 (min (length held) 5000)) held)))
                 (face (featurehost--tone (plist-get row :tone))))
             (if face (propertize text 'face face) text))))))

(defun featurehost--is-text (column row)
  "Return non-nil if COLUMN shows its value in ROW as text.
The ranges of matches apply only to such values."
  (let ((held (featurehost--at (plist-get row :value) (featurehost--get column :key)))
        (cell (featurehost--written column row)))
    (if cell
        (equal (featurehost--written-text cell) (featurehost--plain held))
      (not (or (featurehost--is-toggle column) (memq held '(t :false)))))))

(defun featurehost--is-on-the-right (column)
  "Return non-nil if the values of COLUMN stand on the right."
  (if-let* ((align (featurehost--get column :align)))
      (equal align "right")
    (and (equal (featurehost--get column :type) "number") (not (featurehost--is-flexible column)))))

(defun featurehost--fit (columns room)
  "Return those of COLUMNS that fit into ROOM characters, each with its width.
The least important columns are omitted first."
  (let ((kept (copy-sequence columns)))
    (cl-labels ((natural (column) (or (cdr (assoc (featurehost--get column :key) featurehost--widths)) 1))
                (least (column) (min (natural column) (if (featurehost--is-flexible column) 16 24)))
                (needed () (+ (cl-reduce #'+ (mapcar #'least kept)) (* 2 (1- (length kept))))))
      (dolist (role '("detail" "badge" "subtitle" "icon" "toggle"))
        (dolist (column (reverse (cl-remove-if-not (lambda (it) (equal (featurehost--role it) role)) kept)))
          (when (and (cdr kept) (> (needed) room))
            (setq kept (delq column kept)))))
      (let* ((spare (max 0 (- room (needed))))
             (fitted (mapcar (lambda (column) (cons column (least column))) kept))
             (flexible (cl-remove-if-not (lambda (entry) (featurehost--is-flexible (car entry))) fitted)))
        (dolist (entry flexible)
          (let ((more (max 0 (min (- (natural (car entry)) (cdr entry)) spare))))
            (cl-incf (cdr entry) more)
            (cl-decf spare more)))
        (when flexible
          (cl-incf (cdar (last flexible)) spare))
        fitted))))

(defun featurehost--widen (columns cells)
  "Store the widths that COLUMNS need for CELLS, a list for each row.
Widths never decrease, so that the layout is stable while rows are scrolled."
  (cl-loop for column in columns for number from 0
           do (let* ((key (featurehost--get column :key))
                     (known (or (assoc key featurehost--widths)
                                (car (push (cons key (+ 2 (string-width (featurehost--label column))))
                                           featurehost--widths)))))
                (if-let* ((width (featurehost--get column :width)))
                    (setcdr known width)
                  (dolist (row cells)
                    (setcdr known (max (cdr known) (string-width (nth number row)))))))))

(defun featurehost--is-complete (node)
  "Return non-nil if NODE is not a search, or is a search that has succeeded."
  (or (not (equal (featurehost--kind node) "search"))
      (equal (featurehost--state node :status) "success")))

(defun featurehost--sort-mark (node column)
  "Return the mark in the heading of COLUMN if the rows of NODE are sorted by it."
  (let ((entry (cl-find (featurehost--get column :key) (featurehost--list (featurehost--state node :sort))
                        :key (lambda (entry) (featurehost--get entry :key)) :test #'equal)))
    (cond ((not entry) "")
          ((featurehost--get entry :descending) (format " %c" tabulated-list-gui-sort-indicator-desc))
          (t (format " %c" tabulated-list-gui-sort-indicator-asc)))))

;;;;; Drawing

(defun featurehost--window ()
  "Return the window that shows the buffer, preferably the selected one."
  (get-buffer-window (current-buffer) 'visible))

(defun featurehost--room ()
  "Return the number of characters that fit into a row."
  (if (featurehost--window) (window-body-width (featurehost--window)) 80))

(defun featurehost--draw-rows (node rows message)
  "Draw the ROWS of NODE, or MESSAGE if there are none.
Each row is a plist with `:id', `:value', `:cells', `:tone', `:marks', `:face',
`:section' and `:matches'."
  (let ((columns (featurehost--columns node)) (is-complete (featurehost--is-complete node)))
    (when (featurehost--changes (list rows message columns (featurehost--state node :sort) (featurehost--room)
                                      is-complete (featurehost--around (featurehost--here))))
      ;; While a search runs, timing determines which of its results are drawn.
      (unless (and is-complete featurehost--are-widths-kept)
        (setq featurehost--widths nil featurehost--are-widths-kept is-complete))
      (let* ((cells (mapcar (lambda (row)
                              (mapcar (lambda (column) (featurehost--cell column row)) columns))
                            rows))
             (fitted (progn (featurehost--widen columns cells)
                            (featurehost--fit columns (- (featurehost--room) tabulated-list-padding 1))))
             (places (featurehost--places)) (ids (featurehost--ids)) (inhibit-read-only t) (section nil)
             (query (if (featurehost--state node :isStale) featurehost--query (featurehost--query-of node)))
             ;; The host begins the rows of a new query at the top, and so does the buffer.
             (is-first (or (not featurehost--row-values) (not (equal query featurehost--query)))))
        (setq featurehost--query query
              tabulated-list-format (featurehost--format node fitted)
              tabulated-list-entries (cl-mapcar (lambda (row texts) (featurehost--tabulated row texts columns fitted))
                                                rows cells)
              featurehost--row-values (mapcar (lambda (row) (cons (plist-get row :id) (plist-get row :value))) rows)
              featurehost--row-cells (mapcar (lambda (row) (cons (plist-get row :id) (plist-get row :cells))) rows))
        (tabulated-list-init-header)
        (erase-buffer)
        (setq featurehost--pointed-out nil)
        (featurehost--insert-head (featurehost--here))
        (let ((first (point)))
          (cl-loop for row in rows for entry in tabulated-list-entries
                   do (when (and (plist-get row :section) (not (equal section (plist-get row :section))))
                        (setq section (plist-get row :section))
                        (insert (propertize (featurehost--plain section)
                                            'face 'featurehost-section 'featurehost-section t)
                                "\n"))
                   (featurehost--insert-row row entry))
          (unless (or rows (string-empty-p message))
            (insert "\n   " (propertize message 'face 'featurehost-help) "\n"))
          (featurehost--insert-tail (featurehost--here))
          (if (not is-first)
              (let ((featurehost--ids-before ids))
                (featurehost--restore places))
            (setq featurehost--row-left nil)
            ;; The text of the region was replaced.
            (deactivate-mark)
            (featurehost--go-to (text-property-not-all first (point-max) 'tabulated-list-id nil))))
        (set-buffer-modified-p nil)
        (featurehost--highlight-row)))))

(defun featurehost--query-of (node)
  "Return the filter, the sort order and the query of the rows of NODE."
  (list (featurehost--state node :filter) (featurehost--state node :sort) (featurehost--state node :resultsQuery)))

(defun featurehost--format (node fitted)
  "Return the format of the columns FITTED of NODE, for `tabulated-list-mode'."
  (vconcat (mapcar (lambda (entry)
                     (pcase-let ((`(,column . ,width) entry))
                       `(,(replace-regexp-in-string
                           "%" "%%" (concat (featurehost--label column) (featurehost--sort-mark node column)))
                         ,width nil :pad-right 2
                         :right-align ,(featurehost--is-on-the-right column))))
                   fitted)))

(defun featurehost--tabulated (row texts columns fitted)
  "Return the entry of `tabulated-list-entries' for ROW in the columns FITTED.
TEXTS are the texts of ROW in all COLUMNS."
  (list (plist-get row :id)
        (vconcat (cl-loop for (column . width) in fitted
                          for text = (nth (cl-position column columns) texts)
                          for ranges = (and (plist-get row :matches)
                                            (featurehost--is-text column row)
                                            (cdr (assoc (featurehost--get column :key) (plist-get row :matches))))
                          collect (if ranges (featurehost--marked text ranges width) text)))))

(defun featurehost--insert-row (row entry)
  "Insert ROW with its ENTRY of `tabulated-list-entries'.
`tabulated-list-print-entry' would take several times as long."
  (let ((begin (point)) (face (plist-get row :face)) (marks (plist-get row :marks)))
    (insert marks (make-string (- tabulated-list-padding (string-width marks)) ?\s))
    (cl-loop for text across (cadr entry) for format across tabulated-list-format for number from 0
             do (let* ((width (nth 1 format)) (room (- width (string-width text)))
                       (is-cut (< room 0))
                       (text (if is-cut (propertize (truncate-string-to-width text width nil ?\s t)
                                                      'help-echo (featurehost--tip text)) text)))
                  (unless (zerop number) (insert "  "))
                  (if (or is-cut (not (plist-get (nthcdr 3 format) :right-align)))
                      (insert text (if is-cut "" (make-string room ?\s)))
                    (insert (make-string room ?\s) text))))
    (insert "\n")
    (add-text-properties begin (point) `(tabulated-list-id ,(car entry) tabulated-list-entry ,(cadr entry)))
    (when face
      (add-face-text-property begin (point) face t))))

;; The overlay of `hl-line-mode' would cover the text properties of the matches in its line.
(defvar-local featurehost--match-overlays nil "The overlays that show the matches in the highlighted row.")

(defun featurehost--match-p (position)
  "Return non-nil if the text at POSITION is a match."
  (memq 'featurehost-match (ensure-list (get-text-property position 'face))))

(defun featurehost--highlight-row ()
  "Highlight the row at point, with its matches."
  (when hl-line-mode
    (hl-line-highlight))
  (mapc #'delete-overlay featurehost--match-overlays)
  (setq featurehost--match-overlays nil)
  (let ((end (line-end-position)) (position (line-beginning-position)))
    (while (< position end)
      (let ((next (next-single-property-change position 'face nil end)))
        (when (featurehost--match-p position)
          (let ((overlay (make-overlay position next)))
            (overlay-put overlay 'face 'featurehost-match)
            (overlay-put overlay 'priority 1)
            (push overlay featurehost--match-overlays)))
        (setq position next)))))

(defun featurehost--marked (text ranges width)
  "Return TEXT with RANGES of characters highlighted.
Omit its beginning if the ranges would otherwise not be visible in WIDTH."
  (let ((text (copy-sequence text)) (last 0))
    (dolist (range ranges)
      (let ((start (min (aref range 0) (length text))) (end (min (aref range 1) (length text))))
        (setq last (max last end))
        (add-face-text-property start end 'featurehost-match nil text)))
    (if (or (not ranges) (<= (string-width text) width) (< (string-width (substring text 0 last)) width))
        text
      (let ((hidden 0) (over (- (string-width (substring text 0 last)) (max 1 (- width 2)))))
        ;; One cell is for the dots at the beginning, and one for the dots at the end.
        (while (and (> over 0) (< hidden last))
          (cl-decf over (char-width (aref text hidden)))
          (cl-incf hidden))
        (concat "…" (substring text hidden))))))

;;;;; The position of point

(defun featurehost--row-position (id)
  "Return the position of the row ID, or nil if it is not drawn."
  (let ((position (point-min)) found)
    (while (and position (not found))
      (if (equal (get-text-property position 'tabulated-list-id) id)
          (setq found position)
        (setq position (next-single-property-change position 'tabulated-list-id))))
    found))

(defun featurehost--last-row ()
  "Return the position of the last row, or nil if there are no rows."
  (save-excursion
    (goto-char (point-max))
    (while (and (not (bobp)) (not (tabulated-list-get-id)))
      (forward-line -1))
    (and (tabulated-list-get-id) (line-beginning-position))))

(defun featurehost--go-to (position)
  "Move point, and the points of all windows on the buffer, to POSITION."
  (when position
    (featurehost--move-all position)
    (featurehost--highlight-row)))

;;;;; The window over the rows

(defconst featurehost--all (ash 1 31) "A number greater than the number of rows.")

(defun featurehost--wanted-limit ()
  "Return the number of rows that the buffer should contain."
  (if (featurehost--window) (max 40 (* 8 (window-body-height (featurehost--window)))) 100))

(defvar-local featurehost--fitting nil
  "The number of rows in a window from which the host has omitted rows, or nil.
The host omits rows if the window would be too long for one snapshot.")

(defun featurehost--fitting-limit (node)
  "Return the number of rows of NODE to request, so that no row is omitted."
  (when (featurehost--state node :window :omitted)
    (setq featurehost--fitting (max 3 (length featurehost--row-values))))
  (min (featurehost--wanted-limit) (or featurehost--fitting most-positive-fixnum)))

(defun featurehost--ids ()
  "Return the ids of the drawn rows."
  (mapcar #'car featurehost--row-values))

(defun featurehost--follow-window (node)
  "Request the rows of NODE around point, if point is near the end of the buffer."
  (let* ((offset (or (featurehost--state node :window :offset) 0))
         (limit (or (featurehost--state node :window :limit) 0))
         (wanted (featurehost--fitting-limit node))
         (place (or (cl-position (tabulated-list-get-id) (featurehost--ids) :test #'equal)
                    ;; If point is after the last row, the last row counts.
                    (if (eobp) (max 0 (1- (length featurehost--row-values))) 0)))
         (near (max 2 (/ wanted 4)))
         (is-near-begin (and (> offset 0) (< place near)))
         (is-near-end (and (> (- (+ place near) (length featurehost--row-values)) 0)
                           (< (+ offset (length featurehost--row-values)) (or (featurehost--state node :count) 0))))
         (begin (if (or is-near-begin is-near-end (>= place wanted))
                    (max 0 (- (+ offset place) (/ wanted 2)))
                  offset)))
    (when (and mark-active (derived-mode-p 'featurehost-text-mode))
      ;; The buffer keeps the lines of the region, so that they can be copied.
      (let ((end (max (+ offset limit) (+ begin wanted))))
        (setq begin (min begin offset)
              wanted (min 10000 (- end begin)))))
    (when (and (not featurehost--goal)
               ;; If the active line is not drawn, the host is loading the window with it, which must not be moved away.
               (or (not (derived-mode-p 'featurehost-text-mode))
                   (assq (featurehost--state node :line) featurehost--row-values)
                   (featurehost--state node :window :omitted))
               (not (and (= begin offset) (= wanted limit))))
      ;; If lines are added before the host moves the window, the window must still end with the last line.
      (when (and (featurehost--state node :follow) (featurehost--state node :endReached)
                 (>= (+ begin wanted) (featurehost--state node :count)))
        (setq begin featurehost--all))
      (unless (equal (cons begin wanted) featurehost--asked)
        (featurehost--ask-window node begin wanted)))))

(defun featurehost--ask-window (node offset limit)
  "Request LIMIT rows of NODE from OFFSET on."
  (setq featurehost--asked (cons offset limit))
  (featurehost--send node "setWindow" (list :offset offset :limit limit) :quiet t))

(defun featurehost-last-row ()
  "Go to the last row; all rows are loaded first."
  (interactive)
  (let ((node (featurehost--leaf-here)))
    (setq featurehost--goal 'end featurehost--is-missed nil featurehost--sought (featurehost--state node :count))
    (featurehost--ask-window node featurehost--all (featurehost--wanted-limit))
    (featurehost--seek node)))

(defun featurehost-first-row ()
  "Go to the first row."
  (interactive)
  (let ((node (featurehost--leaf-here)))
    (setq featurehost--goal nil featurehost--is-missed nil)
    (featurehost--show-first)
    (unless (and (zerop (or (featurehost--state node :window :offset) 0))
                 (zerop (or (car featurehost--asked) 0)))
      (setq featurehost--goal 'start)
      (featurehost--ask-window node 0 (featurehost--wanted-limit)))))

(defun featurehost-go-to-row (row)
  "Go to the row with the number ROW, counted from 1.
A negative number counts from the end: -1 is the last row."
  (interactive "nNumber of the row: ")
  (let* ((node (featurehost--leaf-here))
         (total (featurehost--state node :totalCount))
         (wanted (featurehost--wanted-limit))
         (place (cond ((>= row 0) (max 0 (1- row)))
                      (total (max 0 (+ total row)))
                      (t (user-error "The number of rows is not known")))))
    (setq featurehost--goal place featurehost--is-missed nil)
    (featurehost--ask-window node (max 0 (- place (/ wanted 2))) wanted)
    (featurehost--seek node)))

(defun featurehost--show-first ()
  "Go to the first drawn row, with the lines above it visible."
  (featurehost--go-to (or (featurehost--row-position (car (featurehost--ids))) (point-min)))
  (when-let* ((window (featurehost--window)))
    (set-window-start window (point-min) t)))

(defun featurehost--is-loading (node)
  "Return non-nil if rows of NODE are being loaded."
  (member "loading" (list (featurehost--state node :loads :append :status)
                          (featurehost--state node :loads :refresh :status)
                          (featurehost--state node :append :status)
                          (featurehost--state node :loads :window :status))))

(defun featurehost--seek (node)
  "Go to the goal in the rows of NODE; load more rows until the goal is loaded."
  (let ((is-coming (or (> (featurehost--instance-unanswered (featurehost--node-instance node)) 0)
                       (featurehost--is-loading node))))
    (pcase featurehost--goal
      ('end
       (featurehost--go-to (featurehost--last-row))
       (let* ((append (or (featurehost--state node :loads :append) (featurehost--state node :append)))
              (has-failed (equal (featurehost--get append :status) "failed"))
              (shown (+ (or (featurehost--state node :window :offset) 0) (length featurehost--row-values))))
         (cond (is-coming)
               ((not (or (featurehost--get append :endReached) has-failed))
                ;; The host may have moved the window to the active row instead of loading more rows.  So the end is
                ;; requested again, if the number of rows has changed since the last request.
                (unless (equal featurehost--sought (featurehost--state node :count))
                  (setq featurehost--sought (featurehost--state node :count))
                  (featurehost--ask-window node featurehost--all (featurehost--wanted-limit))))
               ((>= shown (or (featurehost--state node :count) 0))
                (setq featurehost--goal nil featurehost--is-missed has-failed)
                (when-let* ((window (featurehost--window)))
                  (with-selected-window window (recenter -1)))))))
      ((and (pred integerp) place)
       (let* ((index (- place (or (featurehost--state node :window :offset) 0)))
              (row (and (>= index 0) (nth index featurehost--row-values)))
              (count (or (featurehost--state node :totalCount) (featurehost--state node :count) 0)))
         (when (if row (zerop (featurehost--instance-unanswered (featurehost--node-instance node))) (not is-coming))
           ;; The last row is the goal if there are fewer rows.
           (setq featurehost--goal nil featurehost--is-missed (and (not row) (< place count)))
           (featurehost--go-to (if row (featurehost--row-position (car row)) (featurehost--last-row))))))
      ('line
       (unless (or is-coming (equal (featurehost--state node :find :status) "searching"))
         (setq featurehost--goal nil
               featurehost--is-missed (equal (featurehost--state node :loads :window :status) "failed"))
         (featurehost--show-line node)))
      ('start
       (when (and (not is-coming) (zerop (or (featurehost--state node :window :offset) 0)))
         (setq featurehost--goal nil)
         (featurehost--show-first))))))

;; Input that follows a movement is for the row to which the user has moved, even
;; if that row is not loaded yet.  So this input waits until the row is loaded.

(defconst featurehost--not-about-rows
  '(featurehost-last-row featurehost-first-row featurehost-go-to-row featurehost-leave featurehost-restart featurehost-show-top
    featurehost-last-line featurehost-first-line featurehost-go-to-line
    digit-argument negative-argument universal-argument universal-argument-more
    keyboard-quit keyboard-escape-quit ignore undefined
    other-window other-frame switch-to-buffer delete-window delete-other-windows split-window-below split-window-right
    describe-mode describe-key describe-bindings handle-switch-frame handle-focus-in handle-focus-out)
  "The commands that neither act on the row at point nor move point.")

(defun featurehost--rows-are-coming ()
  "Return non-nil while rows to which the user has moved are being loaded."
  (when-let* ((leaf (and (derived-mode-p 'featurehost-rows-mode) (featurehost--here) (featurehost--leaf-here)))
              (instance (featurehost--node-instance leaf)))
    (let ((is-coming (or (> (featurehost--instance-unanswered instance) 0) (featurehost--is-loading leaf))))
      (and (not (featurehost--is-dead instance))
           (or (> (featurehost--instance-moves instance) 0)
               (and featurehost--goal (or is-coming (equal (featurehost--state leaf :find :status) "searching")))
               (and (featurehost--are-others-wanted leaf)
                    (or is-coming (member (featurehost--state leaf :status) '("debouncing" "loading"))))
               (and (featurehost--is-behind-rows leaf) is-coming))))))

(defun featurehost--rows-have-not-come ()
  "Return non-nil if the rows to which the user has moved are not shown."
  (let ((leaf (and (derived-mode-p 'featurehost-rows-mode) (featurehost--here) (featurehost--leaf-here))))
    (and leaf (or featurehost--goal featurehost--is-missed (featurehost--are-others-wanted leaf)))))

(defun featurehost--stop-coming ()
  "Stop waiting for rows, and use the shown rows."
  (setq featurehost--goal nil featurehost--is-missed nil
        featurehost--not-awaited (and (featurehost--here) (featurehost--wanted-query (featurehost--leaf-here)))))

(defun featurehost--wanted-query (node)
  "Return the wanted filter, sort order and query of the rows of NODE."
  (cons (featurehost--state node :query) (seq-take (featurehost--query-of node) 2)))

(defun featurehost--are-others-wanted (node)
  "Return non-nil if the drawn rows of NODE do not belong to the typed query."
  (and (not (equal (featurehost--wanted-query node) featurehost--not-awaited))
       (if (equal (featurehost--kind node) "search")
           (featurehost--is-behind node)
         (and (featurehost--state node :isStale)
              (not (equal (featurehost--query-of node) featurehost--query))))))

(defun featurehost--is-behind-rows (node)
  "Return non-nil if point is after the drawn rows of NODE, and there are more."
  (and (eobp) featurehost--row-values
       (< (+ (or (featurehost--state node :window :offset) 0) (length featurehost--row-values))
          (or (featurehost--state node :count) 0))))

(defun featurehost--before-command ()
  "Wait for the rows to which the user has moved, if the command is about rows."
  ;; An error would remove this function from the hook.
  (with-demoted-errors "featurehost: %S"
    (unless (or (memq this-command featurehost--not-about-rows)
                ;; A click applies to the shown rows.
                (mouse-event-p last-command-event)
                (not (featurehost--rows-are-coming)))
      (let ((refusal #'ignore))
        (condition-case problem
            ;; Without `with-local-quit', a user could not stop a wait in a hook.
            (with-local-quit
              (featurehost--await-turn t)
              (setq refusal nil))
          (error (setq refusal (lambda () (interactive) (user-error "%s" (error-message-string problem))))))
        (when refusal
          (setq this-command refusal))))))

(defun featurehost--after-command ()
  "Request the rows around point, and make the row at point active."
  ;; An error would remove this function from the hook.
  (with-demoted-errors "featurehost: %S"
    (when-let* ((node (and featurehost--layer (featurehost--here))) (leaf (featurehost--leaf node)))
      (unless (or featurehost--is-goal-new (memq this-command featurehost--not-about-rows))
        (setq featurehost--goal nil featurehost--is-missed nil))
      (setq featurehost--is-goal-new nil)
      (when (tabulated-list-get-id)
        (setq featurehost--row-left (tabulated-list-get-id)))
      (unless (featurehost--is-dead (featurehost--node-instance leaf))
        (featurehost--follow-window leaf)
        (when (and (tabulated-list-get-id) (not (equal (tabulated-list-get-id) featurehost--row-sent))
                   (not (timerp featurehost--row-timer)))
          (let ((buffer (current-buffer)))
            (setq featurehost--row-timer
                  (run-with-idle-timer 0.2 nil (lambda ()
                                                 (when (buffer-live-p buffer)
                                                   (with-current-buffer buffer
                                                     (setq featurehost--row-timer nil)
                                                     (featurehost--follow-point)))))))))
      (featurehost--show-preview))))

(defun featurehost--follow-point ()
  "Make the row at point active."
  (let ((node (and featurehost--layer (featurehost--here) (featurehost--leaf-here))) (id (tabulated-list-get-id)))
    (when (and node id (not featurehost--goal) (not (equal id featurehost--row-sent))
               (not (featurehost--is-dead (featurehost--node-instance node))))
      (setq featurehost--row-sent id)
      (unless (featurehost--is-active node id)
        (featurehost--activate node id :quiet t)))))

(defun featurehost--activating (node)
  "Return the action that makes a row of NODE active."
  (if (equal (featurehost--kind node) "text") "goTo" "setActive"))

(defun featurehost--activate (node id &rest options)
  "Make the row ID of NODE active, with OPTIONS of `featurehost--send'."
  (let ((action (featurehost--activating node)))
    (apply #'featurehost--send node action (list (if (equal action "goTo") :line :id) id) options)))

(defun featurehost--with-row (act)
  "Make the row at point active, and then call ACT.
If the row can't become active, don't call ACT, because it would act on
another row."
  (let* ((node (and (derived-mode-p 'featurehost-rows-mode) (featurehost--leaf-here)))
         (id (and node (featurehost--row-meant))))
    (when (and node (featurehost--is-behind-rows node))
      (user-error "The row here is not loaded"))
    (when (and id (not (member id (featurehost--ids))))
      (setq featurehost--row-left nil)
      (user-error "The row that this was for is not there now"))
    (if (or (not id) (not (featurehost--can node (featurehost--activating node))) (featurehost--is-active node id))
        (funcall act)
      (setq featurehost--row-sent id
            featurehost--pressed (featurehost--node-instance node))
      (featurehost--activate node id :then (lambda (revision) (when revision (funcall act)))))))

(defun featurehost--row-meant ()
  "Return the id of the row at point, or else of the row where point was last."
  (and (derived-mode-p 'featurehost-rows-mode) (or (tabulated-list-get-id) featurehost--row-left)))

(defun featurehost--is-active (node id)
  "Return non-nil if the row ID of NODE is active and no action is unanswered."
  (and (equal id (featurehost--state node (if (equal (featurehost--kind node) "text") :line :activeId)))
       (zerop (featurehost--instance-unanswered (featurehost--node-instance node)))))

(defun featurehost--resized (window)
  "Redraw the rows in WINDOW, because its size has changed."
  (with-current-buffer (window-buffer window)
    (when featurehost--layer
      (let ((featurehost--are-windows-fixed t))
        (featurehost--draw-layer featurehost--layer)))))

(defun featurehost--position-text (node)
  "Return the range of the rows of NODE in the buffer, and their number."
  (let* ((shown (length featurehost--row-values)) (total (featurehost--state node :totalCount))
         (first (1+ (or (featurehost--state node :window :offset) 0))))
    (if (zerop shown)
        ""
      (format "rows %s–%s of %s" (featurehost--grouped first) (featurehost--grouped (+ first shown -1))
              (if total (featurehost--grouped total)
                (concat (featurehost--grouped (or (featurehost--state node :count) 0)) "+"))))))

(defun featurehost--index-of-rows ()
  "Return the groups of rows, or the rows, for `imenu'."
  (save-excursion
    (goto-char (point-min))
    (let ((is-grouped (text-property-any (point-min) (point-max) 'featurehost-section t)) index)
      (while (not (eobp))
        (when (if is-grouped (get-text-property (point) 'featurehost-section) (tabulated-list-get-id))
          (push (cons (string-trim (buffer-substring-no-properties (point) (line-end-position))) (point)) index))
        (forward-line))
      (nreverse index))))

;;;;; Commands of lists and searches

(defun featurehost--row-here ()
  "Return the id of the row at point, or signal an error."
  (or (tabulated-list-get-id) (user-error "There is no row here")))

(defun featurehost--selected (node)
  "Return the ids of the marked rows of NODE."
  (featurehost--list (or (featurehost--state node :selection :ids) (featurehost--state node :selectedIds))))

(defun featurehost--is-selected (node id)
  "Return non-nil if the row ID of NODE is marked."
  (if (featurehost--state node :selection :all)
      (not (member id (featurehost--list (featurehost--state node :selection :except))))
    (member id (featurehost--selected node))))

(defun featurehost--selection-text (node)
  "Return the number of marked rows of NODE, as text."
  (let ((except (length (featurehost--state node :selection :except))) (count (length (featurehost--selected node))))
    (cond ((not (featurehost--state node :selection :all))
           (if (zerop count) "" (format "%s marked" (featurehost--grouped count))))
          ((zerop except) "all marked")
          (t (format "all but %s marked" (featurehost--grouped except))))))

(defun featurehost--mark-rows (is-marked)
  "Mark the row at point if IS-MARKED, else unmark it, and go to the next row.
With a region, mark or unmark all rows in it."
  (let* ((node (featurehost--leaf-here))
         (ids (if (use-region-p) (featurehost--ids-between (region-beginning) (region-end))
                (list (featurehost--row-here)))))
    (unless (featurehost--can node "toggleSelection")
      (user-error "Rows can't be marked here"))
    (dolist (id ids)
      (featurehost--in-turn node (lambda (newest)
                                   (unless (eq (and is-marked t) (and (featurehost--is-selected newest id) t))
                                     (featurehost--send newest "toggleSelection" (list :id id))))))
    (if (use-region-p) (deactivate-mark) (forward-line))))

(defun featurehost--ids-between (begin end)
  "Return the ids of the rows between BEGIN and END."
  (save-excursion
    (goto-char begin)
    (let (ids)
      (while (and (< (point) end) (not (eobp)))
        (when (tabulated-list-get-id)
          (push (tabulated-list-get-id) ids))
        (forward-line))
      (nreverse ids))))

(defun featurehost-mark ()
  "Mark the row at point, or the rows in the region, and go to the next row."
  (interactive)
  (featurehost--mark-rows t))

(defun featurehost-unmark ()
  "Unmark the row at point, or the rows in the region, and go to the next row."
  (interactive)
  (featurehost--mark-rows nil))

(defun featurehost-unmark-all ()
  "Unmark all rows."
  (interactive)
  (featurehost--send (featurehost--leaf-here) "clearSelection"))

(defun featurehost--filter-id (node)
  "Return the id of the declared filter of NODE, or nil."
  (let ((filter (featurehost--state node :filter)))
    (if (stringp filter) filter (featurehost--get filter :id))))

(defun featurehost--filter-text (node)
  "Return the text of the filter of NODE."
  (let ((filter (featurehost--state node :filter)))
    (or (and (consp filter) (featurehost--get filter :text)) "")))

(defun featurehost--set-filter (node id text)
  "Set the filter of NODE to the declared filter ID, or nil, and the words TEXT."
  (featurehost--type-into node "setFilter" :filter
                          (cond ((string-empty-p text) (or id :null))
                                (id (list :id id :text text))
                                (t (list :text text)))))

(defun featurehost--type-into (node action name value)
  "Send ACTION to NODE with the param NAME set to VALUE.
If the host has ended, store VALUE as the member NAME of the last state; it is
sent after a restart."
  (if (not (featurehost--is-dead (featurehost--node-instance node)))
      (featurehost--send node action (list name value))
    (plist-put (featurehost--in node :state) name value)
    (featurehost--say-kept)))

(defun featurehost--say-kept ()
  "Notify the user that the entered value is kept until the host is restarted."
  (featurehost--say (substitute-command-keys
                     "The host has ended: this is kept until \\[featurehost-restart] starts it again")))

(defun featurehost--filter-names (node)
  "Return the filter of NODE as text for users."
  (let* ((id (featurehost--filter-id node)) (text (featurehost--filter-text node))
         (declared (cl-find id (featurehost--list (featurehost--state node :filters))
                            :key (lambda (filter) (featurehost--get filter :id)) :test #'equal)))
    (featurehost--joined " · " (featurehost--plain (or (featurehost--get declared :title) id))
                         (if (string-empty-p text) "" (format "“%s”" (featurehost--plain text))))))

(defun featurehost--apart (choices)
  "Return CHOICES, lists that begin with a title, with repeated titles numbered."
  (let ((counts (make-hash-table :test #'equal)))
    (mapcar (lambda (choice)
              (let ((count (cl-incf (gethash (car choice) counts 0))))
                (if (= count 1) choice (cons (format "%s (%d)" (car choice) count) (cdr choice)))))
            choices)))

(defun featurehost--choose (prompt choices &optional category)
  "Ask with PROMPT for one of CHOICES, and return its value.
CHOICES are pairs of a title and a value.  They are offered in their order,
as completions of CATEGORY."
  (let* ((choices (featurehost--apart choices))
         (title (completing-read
                 prompt
                 (lambda (text predicate action)
                   (if (eq action 'metadata)
                       `(metadata (category . ,(or category 'featurehost-choice))
                                  (display-sort-function . identity) (cycle-sort-function . identity))
                     (complete-with-action action choices text predicate)))
                 nil t)))
    (if-let* ((choice (assoc title choices)))
        (cdr choice)
      (user-error "Nothing was chosen"))))

(defun featurehost-filter ()
  "Choose one of the declared filters for the rows."
  (interactive)
  (featurehost--choose-filter (featurehost--leaf-here)))

(defun featurehost--choose-filter (node)
  "Let the user choose one of the declared filters of NODE."
  (let* ((filters (mapcar (lambda (filter)
                            (cons (featurehost--plain (or (featurehost--get filter :title) (featurehost--get filter :id)))
                                  (featurehost--get filter :id)))
                          (featurehost--list (featurehost--state node :filters)))))
    (unless filters
      (user-error "There are no filters here"))
    (featurehost--set-filter node
                             (featurehost--choose "Filter: " (append filters '(("All rows" . nil))) 'featurehost-filter)
                             (featurehost--filter-text node))))

;;;;; The preview of a row

(defun featurehost-toggle-preview ()
  "Turn the preview on or off: the whole row at point, in another window."
  (interactive)
  (setq-local featurehost-preview (not featurehost-preview))
  (if featurehost-preview
      (featurehost--show-preview t)
    (featurehost--hide-preview)))

(defun featurehost--hide-preview ()
  "Remove the window with the preview of a row."
  (when-let* ((preview (get-buffer "*featurehost row*")))
    (when (eq (buffer-local-value 'featurehost--preview-of preview) (current-buffer))
      ;; `quit-restore-window' would select the window of the list, even from the minibuffer.
      (save-selected-window
        (dolist (window (get-buffer-window-list preview nil t))
          (quit-restore-window window 'kill)))
      (kill-buffer preview))))

(defvar-local featurehost--previewed nil "The row that was previewed last.")
(defvar-local featurehost--preview-of nil "The buffer whose row is previewed.")

(defun featurehost--show-preview (&optional again)
  "Show the preview of the row at point, if the preview is turned on.
A row that is already shown is drawn again only if AGAIN is non-nil."
  (when-let* ((value (and featurehost-preview (cdr (assoc (tabulated-list-get-id) featurehost--row-values)))))
    (unless (and (not again) (eq value featurehost--previewed))
      (setq featurehost--previewed value)
      (let ((buffer (get-buffer-create "*featurehost row*")) (list (current-buffer))
            (row (list :cells (cdr (assoc (tabulated-list-get-id) featurehost--row-cells))))
            (columns (featurehost--list (featurehost--state (featurehost--leaf-here) :columns))))
        (with-current-buffer buffer
          (let ((inhibit-read-only t))
            (special-mode)
            (visual-line-mode)
            (setq featurehost--preview-of list)
            (erase-buffer)
            (cl-loop for (key held) on value by #'cddr
                     do (let* ((column (cl-find (substring (symbol-name key) 1) columns
                                                :key (lambda (it) (featurehost--get it :key)) :test #'equal))
                               (is-json (equal (featurehost--get column :format :type) "json"))
                               (cell (and column (not is-json) (featurehost--written column row))))
                          (insert (propertize (if column (featurehost--label column)
                                                (featurehost--plain (substring (symbol-name key) 1)))
                                              'face 'featurehost-title)
                                  "  " (if cell (featurehost--written-text cell) (featurehost--paragraph held))
                                  "\n")))
            (goto-char (point-min))))
        (unless (get-buffer-window buffer)
          (when-let* ((window (featurehost--window)))
            (with-selected-window window
              (display-buffer buffer featurehost-preview-display-action))))))))

;;;; Lists

(defvar featurehost-list-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map featurehost-rows-map)
    (define-key map (kbd "RET") #'featurehost-open-row)
    (define-key map [double-mouse-1] #'featurehost-open-row)
    (define-key map "x" #'featurehost-tick)
    (define-key map "t" #'featurehost-toggle-marks)
    (define-key map "d" #'featurehost-delete)
    (define-key map "/" #'featurehost-filter-words)
    (define-key map "S" #'featurehost-sort)
    (define-key map (kbd "M-<up>") #'featurehost-move-up)
    (define-key map (kbd "M-<down>") #'featurehost-move-down)
    (define-key map (kbd "M-p") #'featurehost-move-up)
    (define-key map (kbd "M-n") #'featurehost-move-down)
    (define-key map [remap undo] #'featurehost-undo)
    (define-key map [remap undo-only] #'featurehost-undo)
    (define-key map [remap undo-redo] #'featurehost-redo)
    (define-key map (kbd "C-M-_") #'featurehost-redo)
    (define-key map "r" #'featurehost-redo)
    map)
  "Keys of lists.")

(define-derived-mode featurehost-list-mode featurehost-rows-mode "List"
  "The rows of a list, to be marked, edited, filtered and sorted.

\\{featurehost-list-mode-map}"
  :interactive nil)

(defconst featurehost--pending-marks '(("insert" . "+") ("update" . "~") ("move" . "^") ("delete" . "D"))
  "The marks before rows with unconfirmed edits.")

(defconst featurehost--empty-texts
  '(("noData" . "There is nothing here yet.") ("noMatch" . "Nothing matches."))
  "The messages in place of missing rows.")

(defun featurehost--own-message (node)
  "Return the author's text about the empty source of NODE, or nil.
RET presses the button that is named after the text."
  (when-let* ((text (featurehost--state node :whenEmpty :text)))
    (let ((title (featurehost--state node :whenEmpty :button :title)))
      (concat (featurehost--plain text) (and title (format "  RET: %s" (featurehost--plain title)))))))

(defun featurehost--press-when-empty (node)
  "Press the button beside the author's text about the empty source of NODE.
Return nil if there is none."
  (when-let* ((button (featurehost--state node :whenEmpty :button)))
    (featurehost--send node (featurehost--get button :action) (featurehost--get button :params))
    t))

(defun featurehost--draw-list (node)
  "Draw the list NODE."
  (featurehost--draw-rows
   node
   (mapcar (lambda (item) (featurehost--list-row node item)) (featurehost--list (featurehost--state node :items)))
   (cond ((featurehost--own-message node))
         ((featurehost--state node :empty)
          (or (cdr (assoc (featurehost--state node :empty) featurehost--empty-texts)) "There is nothing to show."))
         ((equal (featurehost--state node :phase) "failed") "This could not be loaded.")
         ((equal (featurehost--state node :phase) "idle") "")
         (t "Loading…")))
  (setq featurehost--info (featurehost--list-info node))
  ;; Other panes show something about the active row.
  (when (and (featurehost--layer-leaf featurehost--layer) (not (featurehost--state node :activeId))
             (eq (featurehost--window) (selected-window)))
    (featurehost--follow-point))
  (featurehost--seek node)
  (when (featurehost--window)
    (featurehost--follow-window node)))

(defun featurehost--list-row (node item)
  "Return the drawn row for ITEM of the list NODE."
  (let* ((id (featurehost--get item :id)) (pending (featurehost--get item :pending))
         (is-marked (featurehost--is-selected node id)))
    (list :id id
          :value (featurehost--get item :value)
          :cells (featurehost--get item :cells)
          :tone (featurehost--get item :tone)
          :section (featurehost--get item :section)
          :marks (concat (if is-marked "*" " ")
                         (cond (pending (or (cdr (assoc pending featurehost--pending-marks)) "…"))
                               ((featurehost--get item :errorId) "!")
                               ((featurehost--get item :dropped) "…")
                               (t " ")))
          :face (cond ((featurehost--get item :errorId) 'featurehost-error)
                      ((or pending (featurehost--state node :isStale)) 'featurehost-pending)
                      (is-marked 'featurehost-marked)))))

(defun featurehost--list-info (node)
  "Return the information about the rows of the list NODE."
  (let ((is-loading (member "loading" (list (featurehost--state node :loads :refresh :status)
                                            (featurehost--state node :loads :append :status)))))
    (featurehost--joined " · "
                         (cond (is-loading "loading…") ((featurehost--state node :isStale) "out of date"))
                         (featurehost--filter-names node)
                         (featurehost--selection-text node)
                         (featurehost--position-text node))))

(defun featurehost-open-row ()
  "Open the row at point; on a button, press it."
  (interactive)
  (if (button-at (point))
      (push-button)
    (unless (featurehost--press-when-empty (featurehost--leaf-here))
      (let ((id (featurehost--row-here)))
        (setq featurehost--row-sent id)
        (featurehost--send (featurehost--leaf-here) "openItem" (list :id id))))))

(defun featurehost-tick ()
  "Toggle the check boxes of the marked rows.
Without marked rows, toggle the check box of the row at point."
  (interactive)
  (let* ((node (featurehost--leaf-here))
         (column (or (cl-find-if #'featurehost--is-toggle (featurehost--columns node))
                     (user-error "The rows have no box to tick"))))
    (let ((id (featurehost--row-here)))
      (featurehost--in-turn node (lambda (newest)
                                   (featurehost--send newest "toggleItem"
                                                      (append (if (string-empty-p (featurehost--selection-text newest))
                                                                  (list :id id)
                                                                (list :selection t))
                                                              (list :key (featurehost--get column :key)))))))))

(defun featurehost-toggle-marks ()
  "Mark the unmarked rows, and unmark the marked ones."
  (interactive)
  (featurehost--in-turn
   (featurehost--leaf-here)
   (lambda (node)
     (let ((is-all (featurehost--state node :selection :all)))
       (featurehost--send node (if is-all "clearSelection" "selectAll"))
       (dolist (id (featurehost--list (featurehost--state node :selection (if is-all :except :ids))))
         (featurehost--send node "toggleSelection" (list :id id)))))))

(defun featurehost-delete ()
  "Delete the marked rows, or the row at point if none is marked.
The workspace may declare a question that is asked first."
  (interactive)
  (featurehost--await-turn)
  (let* ((node (featurehost--leaf-here)) (selection (featurehost--selection-text node))
         ;; The id is read before the question, because point may be on another row after it.
         (id (and (string-empty-p selection) (featurehost--row-here)))
         (tool (featurehost--tool-with "destructive")))
    (cond (tool (featurehost--use tool))
          ((yes-or-no-p (if (string-empty-p selection) "Delete this row? "
                          (format "Delete the rows that are marked (%s)? " selection)))
           (featurehost--send node "deleteItems"
                             ;; The id is sent, because the host's active row may still differ from the row at point.
                             (if id (list :ids (vector id)) '(:selection t)))))))

(defun featurehost--send-when-written (action)
  "Send ACTION when the edits of the list are confirmed.
The host would refuse ACTION before."
  (featurehost--in-turn
   (featurehost--leaf-here)
   (lambda (node)
     (let ((instance (featurehost--node-instance node)))
       (cl-flet ((send ()
                   (featurehost--send node action)))
         (if (cl-notany (lambda (item) (featurehost--get item :pending)) (featurehost--list (featurehost--state node :items)))
             (send)
           ;; The count makes later actions wait for the answer to this request.
           (cl-incf (featurehost--instance-unanswered instance))
           (featurehost--request
            (featurehost--node-session node) "feature/settle"
            (list :instance (featurehost--instance-name instance))
            (lambda (_)
              (unwind-protect (let ((featurehost--is-in-turn t))
                                (send))
                (featurehost--answered instance)))
            (lambda (error)
              (featurehost--say (featurehost--explain action error))
              (featurehost--answered instance)))))))))

(defun featurehost-undo ()
  "Undo the edit of the list that was confirmed last."
  (interactive)
  (featurehost--send-when-written "undo"))

(defun featurehost-redo ()
  "Redo the edit of the list that was undone last."
  (interactive)
  (featurehost--send-when-written "redo"))

(defun featurehost--move-row (by)
  "Move the row at point by BY positions."
  (let ((id (featurehost--row-here)))
    (featurehost--in-turn
     (featurehost--leaf-here)
     (lambda (node)
       (let* ((ids (mapcar (lambda (item) (featurehost--get item :id)) (featurehost--list (featurehost--state node :items))))
              (place (cl-position id ids :test #'equal))
              (to (and place (+ place by (if (> by 0) 1 0))))
              (is-end (>= (+ (or (featurehost--state node :window :offset) 0) (length ids))
                          (or (featurehost--state node :count) 0))))
         (when (and to (<= 0 to (if is-end (length ids) (1- (length ids)))))
           (featurehost--send node "moveItems"
                              (append (list :ids (vector id))
                                      (and (< to (length ids)) (list :beforeId (nth to ids)))))))))))

(defun featurehost-move-up ()
  "Move the row at point up by one row."
  (interactive)
  (featurehost--move-row -1))

(defun featurehost-move-down ()
  "Move the row at point down by one row."
  (interactive)
  (featurehost--move-row 1))

(defun featurehost-sort (&optional is-added)
  "Choose a column to sort by: ascending, then descending, then not at all.
If IS-ADDED (with a prefix argument), the current sort order stays, and rows
that are equal in it are sorted by the chosen column."
  (interactive "P")
  (let* ((node (featurehost--leaf-here))
         (columns (mapcar (lambda (column)
                            (cons (concat (featurehost--label column) (featurehost--sort-mark node column))
                                  (featurehost--get column :key)))
                          (featurehost--columns node)))
         (key (featurehost--choose "Sort by: " columns 'featurehost-column)))
    (featurehost--in-turn
     node
     (lambda (newest)
       (let* ((sort (featurehost--list (featurehost--state newest :sort)))
              (current (cl-find key sort :key (lambda (entry) (featurehost--get entry :key)) :test #'equal))
              (others (and is-added (remq current sort)))
              (turned (cond ((not current) (list :key key :descending :false))
                            ((not (featurehost--get current :descending)) (list :key key :descending t)))))
         (featurehost--send newest "setSort" (list :sort (vconcat others (and turned (list turned))))))))))

(defun featurehost-filter-words ()
  "Filter the rows by words, while you type them.
\\<minibuffer-local-map>\\[abort-recursive-edit] restores the previous filter."
  (interactive)
  (let* ((node (featurehost--leaf-here)) (before (featurehost--filter-text node)) (sent before))
    (unless (featurehost--can node "setFilter")
      (user-error "These rows can't be filtered"))
    (cl-flet ((set-words (text)
                ;; The filter is for the list where the command was called, even if its window shows another one now.
                (when-let* ((newest (featurehost--newest node)))
                  ;; An error would remove the function that observes the typed text.
                  (condition-case problem
                      (progn
                        (featurehost--set-filter newest (featurehost--filter-id newest) (featurehost--scalars text))
                        (setq sent text))
                    (user-error (featurehost--say (error-message-string problem)))))))
      (let ((wanted before))
        (unwind-protect
            (setq wanted (minibuffer-with-setup-hook
                             (lambda ()
                               (add-hook 'after-change-functions
                                         (lambda (&rest _) (set-words (minibuffer-contents-no-properties)))
                                         nil t))
                           (read-string "Words in the rows: " before)))
          (unless (equal sent wanted)
            (set-words wanted)))))))

;;;; Searches

(defvar featurehost-search-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map featurehost-rows-map)
    (define-key map (kbd "RET") #'featurehost-accept)
    (define-key map [double-mouse-1] #'featurehost-accept)
    (define-key map "o" #'featurehost-accept-for)
    (define-key map "s" #'featurehost-query)
    (define-key map "/" #'featurehost-query)
    (define-key map "+" #'featurehost-load-more)
    (define-key map [featurehost-query] #'featurehost-query)
    map)
  "Keys of the results of a search.")

(define-derived-mode featurehost-search-mode featurehost-rows-mode "Search"
  "The results of a search, whose query is typed in the minibuffer.

\\{featurehost-search-mode-map}"
  :interactive nil)

(defvar featurehost-query-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'featurehost-query-accept)
    (define-key map (kbd "M-RET") #'featurehost-query-accept-for)
    (define-key map (kbd "C-c C-c") #'featurehost-query-submit)
    (define-key map (kbd "C-c C-f") #'featurehost-query-filter)
    (define-key map (kbd "C-c C-v") #'featurehost-query-preview)
    (define-key map (kbd "C-c C-z") #'featurehost-query-restart)
    (define-key map (kbd "TAB") #'featurehost-query-mark)
    (define-key map [remap next-line] #'featurehost-query-next)
    (define-key map [remap previous-line] #'featurehost-query-previous)
    (define-key map [remap next-line-or-history-element] #'featurehost-query-next)
    (define-key map [remap previous-line-or-history-element] #'featurehost-query-previous)
    (define-key map (kbd "C-n") #'featurehost-query-next)
    (define-key map (kbd "C-p") #'featurehost-query-previous)
    (define-key map (kbd "<down>") #'featurehost-query-next)
    (define-key map (kbd "<up>") #'featurehost-query-previous)
    (define-key map [remap scroll-up-command] #'featurehost-query-page-down)
    (define-key map [remap scroll-down-command] #'featurehost-query-page-up)
    map)
  "The additional keys of the minibuffer while a query is typed.")

(defvar-local featurehost--active-drawn nil "The id of the active result that was drawn last.")
(defvar-local featurehost--was-asked nil "Non-nil if the buffer has already asked the user for the query.")

(defun featurehost--draw-search (node)
  "Draw the results of the search NODE."
  (let ((groups (featurehost--list (featurehost--state node :groups))))
    (featurehost--draw-rows
     node
     (cl-loop for group in groups
              for title = (and (or (cdr groups) (not (equal (featurehost--get group :id) "results")))
                               (featurehost--get group :title))
              nconc (mapcar (lambda (item) (featurehost--result node item title))
                            (featurehost--list (featurehost--get group :items))))
     (featurehost--search-message node)))
  (setq featurehost--info (featurehost--search-info node))
  (let ((active (featurehost--state node :activeId)))
    (when (and active (not (equal active featurehost--active-drawn)) (not featurehost--row-timer)
               (featurehost--row-position active))
      (setq featurehost--active-drawn active featurehost--row-sent active)
      (featurehost--go-to (featurehost--row-position active))
      (featurehost--show-preview))
    (featurehost--point-out active))
  (featurehost--seek node)
  (when (featurehost--window)
    (featurehost--follow-window node)
    (when (and featurehost-search-at-once (not featurehost--was-asked)
               (eq (featurehost--window) (selected-window))
               ;; While the window ignores keys, the minibuffer must not open and accept them.
               (not (featurehost--is-guarded (selected-window))))
      (setq featurehost--was-asked t)
      ;; `featurehost-query' runs as a command, so that the user can quit it.
      (setq unread-command-events (append unread-command-events '(featurehost-query))))))

(defun featurehost--point-out (id)
  "Highlight the row ID as active while point is in the minibuffer."
  (let ((position (and id (featurehost--row-position id))))
    (unless (equal featurehost--pointed-out position)
      (with-silent-modifications
        (save-excursion
          (dolist (place (list featurehost--pointed-out position))
            (when place
              (let ((properties (text-properties-at place)))
                (goto-char place)
                (delete-char 1)
                (insert (apply #'propertize (if (eq place position) "›" " ") properties)))))))
      (setq featurehost--pointed-out position))))

(defun featurehost--result (node item section)
  "Return the drawn row for ITEM of the search NODE, in the group SECTION."
  (let* ((id (featurehost--get item :id)) (is-marked (member id (featurehost--selected node)))
         (is-disabled (featurehost--false-p item :enabled)) (is-stale (featurehost--state node :isStale)))
    (list :id id
          :value (featurehost--get item :value)
          :cells (featurehost--get item :cells)
          :tone (featurehost--get item :tone)
          :section section
          :marks (concat " " (if is-marked "*" " ") (cond (is-disabled "×") (is-stale "~") (t " ")))
          :face (cond ((or is-disabled is-stale) 'featurehost-pending) (is-marked 'featurehost-marked))
          :matches (mapcar (lambda (match)
                             (cons (featurehost--get match :key)
                                   (cl-remove-if-not (lambda (range) (and (vectorp range) (= (length range) 2)))
                                                     (featurehost--list (featurehost--get match :ranges)))))
                           (featurehost--list (featurehost--get item :matches))))))

(defun featurehost--search-message (node)
  "Return the message in place of missing results of the search NODE."
  (let ((least (or (featurehost--state node :minLength) 0)) (status (featurehost--state node :status)))
    (pcase (if (featurehost--own-message node) "own" (featurehost--state node :empty))
      ("own" (featurehost--own-message node))
      ("noResults" "Nothing matches.")
      ("prompt" (cond ((string-blank-p (featurehost--plain (featurehost--state node :query)))
                       (featurehost--plain (featurehost--state node :prompt)))
                      ((> least 1) (format "%d characters at least." least))
                      (t "The query is too short.")))
      (_ (cond ((equal status "failed") "The search has failed.")
               ((equal status "stalled") "Searching…")
               (t ""))))))

(defun featurehost--search-info (node)
  "Return the information about the results of the search NODE."
  (let* ((status (featurehost--state node :status)) (append (featurehost--state node :append))
         (is-open (plist-member append :endReached))
         (has-more (and is-open (not (featurehost--get append :endReached))))
         (total (featurehost--state node :totalCount)) (count (or (featurehost--state node :count) 0)))
    (featurehost--joined
     " · "
     (when-let* ((doing (featurehost--state node :performing :action)))
       (format "%s…" (featurehost--plain (featurehost--action-title node doing))))
     (cond ((equal status "stalled") "searching…")
           ((equal (featurehost--get append :status) "loading") "loading more…")
           ((member "failed" (list status (featurehost--get append :status))) "failed"))
     (let ((query (featurehost--plain (featurehost--state node :query))))
       (if (string-empty-p query) "" (format "“%s”" query)))
     (featurehost--filter-names node)
     (featurehost--selection-text node)
     (if (not (featurehost--state node :resultsQuery))
         (if total (format "%s to search" (featurehost--grouped total)) "")
       (format "%s%s%s" (featurehost--grouped count)
               (if (or (member status '("loading" "stalled")) (and has-more (not total))) "+" "")
               (if total (format " of %s" (featurehost--grouped total)) "")))
     (if (and has-more (featurehost--can node "loadMore")) "more with +" ""))))

(defun featurehost--action-title (node id)
  "Return the title of the action ID of the search NODE."
  (or (featurehost--get (cl-find id (featurehost--list (featurehost--state node :actions))
                                 :key (lambda (action) (featurehost--get action :id)) :test #'equal)
                        :title)
      id))

(defun featurehost--is-behind (node)
  "Return non-nil if the results of the search NODE belong to an older query."
  (or (featurehost--state node :isStale) (equal (featurehost--state node :status) "debouncing")))

;;;;; Commands on results

(defun featurehost-accept (&optional action)
  "Accept the marked results, or the one at point, for ACTION or the first action.
If the results belong to an older query, search immediately instead."
  (interactive)
  (if (button-at (point))
      (push-button)
    (featurehost--accept (featurehost--leaf-here) (tabulated-list-get-id) action)))

(defun featurehost--accept (search &optional id action)
  "Accept the marked results of SEARCH, or the result ID, with ACTION.
Without ID, use the active result; without ACTION, the first action.
If the results belong to an older query, search immediately instead."
  (setq featurehost--pressed (featurehost--node-instance search))
  (featurehost--in-turn
   search
   (lambda (node)
     (cond ((featurehost--press-when-empty node))
           ((featurehost--is-behind node) (featurehost--send node "submitQuery"))
           (t (featurehost--send node "accept" (append (and id (not (featurehost--selected node)) (list :id id))
                                                       (and action (list :action action)))))))))

(defun featurehost-accept-for ()
  "Choose an action, and accept the marked results, or the one at point, for it."
  (interactive)
  (featurehost--accept-for (featurehost--leaf-here) (tabulated-list-get-id)))

(defun featurehost--accept-for (search &optional id)
  "Choose an action, and accept the marked results of SEARCH, or the one with ID."
  (let ((actions (featurehost--list (featurehost--state search :actions))))
    (unless actions
      (user-error "Results can be taken for one thing alone"))
    (featurehost--accept
     search id
     (featurehost--choose "For: "
                          (mapcar (lambda (action)
                                    (cons (featurehost--plain (featurehost--get action :title))
                                          (featurehost--get action :id)))
                                  actions)
                          'featurehost-action))))

(defun featurehost-load-more ()
  "Load the next page of results."
  (interactive)
  (featurehost--send (featurehost--leaf-here) "loadMore"))

;;;;; The query

(defvar-local featurehost--query-buffer nil "In the minibuffer, the buffer of the results.")
(defvar-local featurehost--query-node nil "In the minibuffer, the node of the search.")
(defvar-local featurehost--query-sent nil "In the minibuffer, the query that was last sent to the host.")
(defvar featurehost--query-history nil "While a query is typed, the earlier queries that the host has reported.")
(defvar featurehost--query-end nil "The function to be called after the minibuffer has been left.")

(defun featurehost-query ()
  "Type a query in the minibuffer; the results are updated while you type.
\\<featurehost-query-map>\\[featurehost-query-accept] accepts a result, \
\\[featurehost-query-next] and \\[featurehost-query-previous] select another one,
and \\<minibuffer-local-map>\\[abort-recursive-edit] goes to the buffer of the results."
  (interactive)
  (let* ((node (featurehost--leaf-here)) (buffer (current-buffer))
         (enable-recursive-minibuffers t) (featurehost--query-end nil)
         (featurehost--query-history (mapcar #'featurehost--scalars (featurehost--list (featurehost--state node :history))))
         (prompt (featurehost--plain (featurehost--state node :prompt))))
    (setq featurehost--was-asked t)
    (minibuffer-with-setup-hook
        (lambda ()
          (setq featurehost--query-buffer buffer
                featurehost--query-node node
                featurehost--query-sent (featurehost--state node :query))
          (use-local-map (make-composed-keymap featurehost-query-map (current-local-map)))
          (add-hook 'after-change-functions #'featurehost--query-changed nil t))
      (read-from-minibuffer (concat (if (string-empty-p prompt) "Search" prompt) ": ")
                            (featurehost--scalars (or (featurehost--state node :query) ""))
                            nil nil 'featurehost--query-history))
    (when featurehost--query-end
      (funcall featurehost--query-end (or (featurehost--newest node) (user-error "The search is not there now"))))))

(defmacro featurehost--with-results (&rest body)
  "Evaluate BODY in the buffer of the results, with the search as `node'.
Signal an error if the search for which the query is typed no longer exists."
  (declare (indent 0) (debug t))
  `(let ((node (featurehost--newest featurehost--query-node)))
     (unless (and node (buffer-live-p featurehost--query-buffer))
       (user-error "The search is not there now"))
     (with-current-buffer featurehost--query-buffer
       ,@body)))

(defun featurehost--query-changed (&rest _)
  "Send the typed query to the host."
  (let ((query (featurehost--scalars (minibuffer-contents-no-properties))) is-sent)
    ;; An error would remove the function that observes the typed text.
    (condition-case problem
        (featurehost--with-results
          (featurehost--type-into node "setQuery" :query query)
          (setq is-sent t))
      (user-error (featurehost--say (error-message-string problem))))
    (when is-sent
      (setq featurehost--query-sent query))))

(defun featurehost--await-results ()
  "Wait until the results belong to the typed query; return non-nil if they do.
Do not wait for a slow search."
  (let ((node (featurehost--with-results node)))
    (unless (featurehost--is-dead (featurehost--node-instance node))
      (featurehost--await
       (featurehost--node-session node)
       (lambda ()
         (let ((newest (featurehost--newest node)))
           (or (not newest)
               (and (zerop (featurehost--instance-moves (featurehost--node-instance node)))
                    (not (and (featurehost--is-behind newest)
                              (member (featurehost--state newest :status) '("debouncing" "loading"))))))))))
    (let ((newest (featurehost--newest node)))
      (and newest (not (featurehost--is-behind newest))))))

(defun featurehost--query-is-sent ()
  "Return non-nil if the typed query was sent, or is kept for a restart."
  (equal (featurehost--scalars (minibuffer-contents-no-properties)) (or featurehost--query-sent "")))

(defun featurehost--query-move (by)
  "Make the result active that is BY positions after the active one."
  (featurehost--await-results)
  (featurehost--with-results
    (setq featurehost--goal nil)
    (featurehost--send node "moveActive" (list :by by) :quiet t)))

(defun featurehost-query-next (&optional count)
  "Go to the next result, or forward by COUNT results."
  (interactive "p")
  (featurehost--query-move (or count 1)))

(defun featurehost-query-previous (&optional count)
  "Go to the previous result, or back by COUNT results."
  (interactive "p")
  (featurehost--query-move (- (or count 1))))

(defun featurehost--query-page ()
  "Return the number of results on a page."
  (let ((window (get-buffer-window featurehost--query-buffer 'visible)))
    (max 1 (if window (- (window-body-height window) next-screen-context-lines) 10))))

(defun featurehost-query-page-down ()
  "Go forward by a page of results."
  (interactive)
  (featurehost--query-move (featurehost--query-page)))

(defun featurehost-query-page-up ()
  "Go back by a page of results."
  (interactive)
  (featurehost--query-move (- (featurehost--query-page))))

(defun featurehost-query-mark ()
  "Mark or unmark the active result, and go to the next one."
  (interactive)
  (unless (featurehost--await-results)
    (user-error "The results are those of an older query"))
  (featurehost--with-results
    (featurehost--in-turn node (lambda (newest)
                                 (when-let* ((id (featurehost--state newest :activeId)))
                                   (featurehost--send newest "toggleSelection" (list :id id))
                                   (featurehost--send newest "moveActive" (list :by 1) :quiet t))))))

(defun featurehost-query-submit ()
  "Search immediately."
  (interactive)
  (unless (featurehost--query-is-sent)
    (featurehost--query-changed))
  (featurehost--with-results (featurehost--send node "submitQuery")))

(defun featurehost-query-filter ()
  "Choose one of the declared filters for the searched rows."
  (interactive)
  (featurehost--with-results (featurehost--choose-filter node)))

(defun featurehost-query-preview ()
  "Turn the preview on or off: the whole active result, in another window."
  (interactive)
  (featurehost--with-results
    (unless (featurehost--is-same node (featurehost--leaf-here))
      (user-error "The results are not shown now"))
    (featurehost-toggle-preview)))

(defun featurehost-query-restart ()
  "Restart the host of the search after it has ended."
  (interactive)
  (featurehost--with-results (featurehost-restart)))

(defun featurehost--query-leave (then)
  "Leave the minibuffer, and then call THEN.
If the results belong to an older query, search immediately, and stay in the
minibuffer."
  (if (or (not (featurehost--query-is-sent)) (featurehost--with-results (featurehost--is-behind node)))
      (featurehost-query-submit)
    (setq featurehost--query-end then)
    (exit-minibuffer)))

(defun featurehost-query-accept ()
  "Accept the marked results, or the active one."
  (interactive)
  (featurehost--query-leave #'featurehost--accept))

(defun featurehost-query-accept-for ()
  "Choose an action, and accept the marked results, or the active one, for it."
  (interactive)
  (featurehost--query-leave #'featurehost--accept-for))

;;;; Forms

(defvar featurehost-form-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap featurehost-common-map widget-keymap))
    (define-key map (kbd "C-c C-j") #'imenu)
    (define-key map (kbd "C-c C-t") #'featurehost-take-theirs)
    (define-key map (kbd "C-c C-y") #'featurehost-keep-mine)
    map)
  "Keys of forms.")

(defvar featurehost-field-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap featurehost-form-mode-map widget-field-keymap))
    (define-key map (kbd "RET") #'widget-forward)
    (define-key map (kbd "C-k") #'widget-kill-line)
    (define-key map (kbd "C-a") #'widget-beginning-of-line)
    (define-key map (kbd "C-e") #'widget-end-of-line)
    map)
  "Keys of a field of one line.")

(defvar featurehost-text-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap featurehost-form-mode-map widget-text-keymap))
    map)
  "Keys of a field of several lines.")

(define-derived-mode featurehost-form-mode nil "Form"
  "The fields of a form.

\\{featurehost-form-mode-map}"
  :interactive nil
  ;; A new mode keeps the state of the former one, which may have been that of a list.
  (setq buffer-read-only nil)
  (featurehost--set-up)
  (setq-local featurehost--widgets (make-hash-table :test #'equal)
              featurehost--notes (make-hash-table :test #'equal)
              featurehost--typed (make-hash-table :test #'equal)
              imenu-create-index-function #'featurehost--index-of-fields
              imenu-auto-rescan t
              imenu-space-replacement nil
              widget-button-face 'button
              indent-tabs-mode nil)
  (add-hook 'post-command-hook #'featurehost--follow-field nil t))

;; Keys are bound to actions, and the content comes from the host, as in modes that are derived from `special-mode'.
(put 'featurehost-form-mode 'mode-class 'special)

(defvar-local featurehost--widgets nil "The widgets of the form, by field path.")
(defvar-local featurehost--notes nil "The overlays with the messages of fields, by field path.")
(defvar-local featurehost--typed nil "The typed values of fields, by field path.")
(defvar-local featurehost--field-at nil "The path of the field that was last reported as focused.")
(defvar featurehost--is-altered nil "Non-nil if an update from the host has changed the text of a widget.")
(defvar-local featurehost--focus-seq nil "The `seq' of the last focus change of the host that point has followed.")
(defvar featurehost--is-drawing nil "Non-nil while an update from the host changes widgets.")

(cl-defstruct (featurehost--typed (:constructor featurehost--make-typed) (:copier nil))
  "The typed VALUE of a field, which is shown until the host has answered.
UNANSWERED is the number of unanswered actions.  REVISION is the revision in the
last answer.  ACCEPTED is the value that the host has stored after that answer."
  value (unanswered 0) (revision -1) (accepted :none))

(defun featurehost--field (node path)
  "Return the field at PATH of the form NODE."
  (featurehost--state node :fields path))

(defun featurehost--is-shown (field)
  "Return non-nil if FIELD is visible."
  (and field (not (featurehost--false-p field :visible))))

(defun featurehost--type (field)
  "Return the type of FIELD."
  (featurehost--get field :type))

;;;;; Drawing

(defun featurehost--draw-form (node)
  "Draw the form NODE: rebuild it if its fields differ, otherwise update it."
  (let ((featurehost--is-drawing t))
    (when (featurehost--changes (featurehost--form-model node))
      (featurehost--build-form node))
    (featurehost--update-form node)
    (set-buffer-modified-p nil))
  (setq featurehost--info (featurehost--form-info node)
        header-line-format (featurehost--header node))
  (featurehost--follow-focus node))

(defun featurehost--header (node)
  "Return the header line of the form or view NODE."
  (replace-regexp-in-string
   "%" "%%"
   (concat " " (featurehost--joined " — " (propertize (featurehost--path-of-titles (featurehost--here)) 'face 'bold)
                                    (if (equal (featurehost--kind node) "form") (featurehost--form-info node) "")))))

(defconst featurehost--form-statuses
  '(("submitting" . "submitting…") ("validating" . "checking…") ("succeeded" . "submitted") ("failed" . "not submitted"))
  "The texts for the statuses of a form.")

(defun featurehost--form-info (node)
  "Return the information about the form NODE as a whole."
  (let ((status (featurehost--state node :status)))
    (featurehost--joined " · "
                         (if (featurehost--state node :isDirty) "changed" "")
                         (or (cdr (assoc status featurehost--form-statuses))
                             (if (featurehost--state node :isValidating) "checking…" "")))))

(defun featurehost--form-model (node)
  "Return everything of the form NODE on which its widgets depend."
  (list (featurehost--around (featurehost--here))
        (featurehost--state node :sections)
        (featurehost--state node :step)
        (member (featurehost--state node :status) '("submitting" "validating"))
        (cl-loop for (path field) on (featurehost--state node :fields) by #'cddr
                 collect (list path (featurehost--is-shown field) (featurehost--false-p field :enabled)
                               (mapcar (lambda (name) (featurehost--get field name))
                                       '(:type :label :icon :required :hints :options :fields :items))
                               (and (featurehost--false-p field :enabled) (featurehost--get field :value))))))

(defun featurehost--build-form (node)
  "Build the widgets of the form NODE; point stays in its field."
  (let ((places (featurehost--places)) (is-new (not (equal featurehost--page (featurehost--page-of node))))
        (inhibit-read-only t) (inhibit-modification-hooks t) (kept (featurehost--kept-texts)))
    (mapc #'delete-overlay (append (car (overlay-lists)) (cdr (overlay-lists))))
    (erase-buffer)
    (setq widget-field-list nil widget-field-new nil)
    (clrhash featurehost--widgets)
    (clrhash featurehost--notes)
    (featurehost--insert-head (featurehost--here))
    (unless (bobp) (insert "\n"))
    (dolist (section (featurehost--list (featurehost--state node :sections)))
      (when-let* ((header (featurehost--get section :header)))
        (insert (propertize (featurehost--plain header) 'face 'featurehost-title) "\n"))
      (dolist (path (featurehost--list (featurehost--get section :fields)))
        (featurehost--insert-field node path kept))
      (when-let* ((footer (featurehost--get section :footer)))
        (insert (propertize (featurehost--paragraph footer) 'face 'featurehost-help) "\n"))
      (insert "\n"))
    (featurehost--insert-note "")
    (featurehost--insert-form-buttons node)
    (featurehost--insert-tail (featurehost--here))
    (setq inhibit-modification-hooks nil)
    (widget-setup)
    (setq featurehost--page (featurehost--page-of node))
    (let ((is-there (featurehost--thing-called (featurehost--spot-thing (car places)))))
      (if (and is-new (not is-there))
          (featurehost--to-first-widget)
        (featurehost--restore places)
        ;; If the field with the typed text is gone, the user is notified, because later text has no effect.
        (when (and (featurehost--spot-is-typed (car places)) (not is-there))
          (featurehost--say "The field that you were in is not there any more"))))))

(defun featurehost--page-of (node)
  "Return a value that identifies the page of the form NODE."
  (list 'page (featurehost--state node :step :id)))

(defun featurehost--kept-texts ()
  "Return the texts of the fields with typed values, by field path."
  (let (kept)
    (maphash (lambda (path widget)
               (when (and (gethash path featurehost--typed) (featurehost--is-field widget))
                 (push (cons path (widget-value widget)) kept)))
             featurehost--widgets)
    kept))

(defun featurehost--is-field (widget)
  "Return non-nil if WIDGET is a field for typing text."
  (memq (widget-type widget) '(editable-field text)))

(defun featurehost--label-width (node)
  "Return the width of the labels of the fields of NODE."
  (cl-loop for (path field) on (featurehost--state node :fields) by #'cddr
           when (featurehost--is-shown field)
           maximize (min 24 (+ 4 (featurehost--indent (symbol-name path))
                               (string-width (featurehost--titled field :label))))))

(defun featurehost--indent (path)
  "Return the indentation of the field PATH."
  (* 2 (1- (max 1 (cl-count ?/ path)))))

(defun featurehost--insert-field (node path kept)
  "Insert the field PATH of the form NODE; KEPT has typed texts by field path."
  (let ((field (featurehost--field node path)))
    (when (featurehost--is-shown field)
      (let* ((indent (make-string (featurehost--indent path) ?\s))
             (label (concat indent (featurehost--glyph field) (featurehost--plain (or (featurehost--get field :label) path))
                            (if (featurehost--get field :required) " *" "")))
             (help (delq nil (list (featurehost--get field :description) (featurehost--get field :hints :help)))))
        (pcase (featurehost--type field)
          ((or "group" "repeated")
           (insert (propertize label 'face 'featurehost-title) "\n"))
          (_
           (insert (truncate-string-to-width label (max (featurehost--label-width node) (string-width label))
                                             nil ?\s)
                   "  ")
           (featurehost--insert-editor path field (cdr (assoc path kept)))
           ;; A text field extends to the end of its line.
           (unless (bolp) (insert "\n"))))
        (dolist (text help)
          (insert (make-string (+ 2 (featurehost--label-width node)) ?\s)
                  (propertize (featurehost--plain text) 'face 'featurehost-help) "\n"))
        (featurehost--insert-note path)
        (dolist (inner (featurehost--list (featurehost--get field :fields)))
          (featurehost--insert-field node inner kept))
        (when (equal (featurehost--type field) "repeated")
          (featurehost--insert-items node path field kept))))))

(defun featurehost--insert-note (path)
  "Insert the place for the messages of the field PATH."
  (puthash path (make-overlay (point) (point)) featurehost--notes))

(defun featurehost--insert-items (node path field kept)
  "Insert the items of the repeated FIELD at PATH of NODE.
KEPT has typed texts by field path."
  (let* ((items (featurehost--list (featurehost--get field :items)))
         (ids (mapcar (lambda (item) (featurehost--get item :id)) items))
         (indent (make-string (+ 2 (featurehost--indent path)) ?\s))
         (is-enabled (not (featurehost--false-p field :enabled))))
    (cl-labels ((button (label id action &rest params)
                  (widget-create 'push-button :tag label :button-face (if is-enabled 'widget-button 'featurehost-help)
                                 :featurehost-place (list path id label)
                                 :notify (lambda (&rest _)
                                           (featurehost--send node action (append (list :path path) params))))
                  (insert " ")))
      (cl-loop for item in items for number from 1
               do (let* ((id (featurehost--get item :id)) (rest (cdr (member id ids))))
                    (insert indent (format "%d. " number))
                    (button "INS" id "insertItem" :beforeId id)
                    (button "DEL" id "removeItem" :id id)
                    (when (> number 1)
                      (button "Up" id "moveItem" :id id :beforeId (nth (- number 2) ids)))
                    (when rest
                      (button "Down" id "moveItem" :id id :beforeId (or (cadr rest) :null)))
                    (insert "\n")
                    (dolist (inner (featurehost--list (featurehost--get item :fields)))
                      (featurehost--insert-field node inner kept))))
      (insert indent)
      (button "INS" nil "insertItem")
      (insert "\n"))))

(defun featurehost--insert-form-buttons (node)
  "Insert the buttons of the form NODE."
  (let* ((step (featurehost--state node :step))
         (is-last (or (not step) (>= (1+ (featurehost--get step :index)) (featurehost--get step :count))))
         (is-busy (member (featurehost--state node :status) '("submitting" "validating"))))
    (cl-flet ((offer (label action)
                (featurehost--send-button label node action)
                (insert " ")))
      (when (and step (featurehost--can node "previousStep")) (offer "Back" "previousStep"))
      (when (and step (not is-last)) (offer "Next" "nextStep"))
      (when (and is-last (not is-busy) (not (featurehost--flow-with-steps (featurehost--here))))
        (offer "Submit" "submit"))
      (when is-busy (offer "Stop" "cancelSubmit"))
      ;; A form that is an instance itself can't be left, so the button resets its values instead.
      (cond ((featurehost--flow-with-steps (featurehost--here)))
            ((featurehost--node-path node) (offer "Cancel" "cancel"))
            (t (offer "Reset" "reset")))
      (insert "\n"))))

;;;;; Editors

(defun featurehost--insert-editor (path field kept)
  "Insert the editor of FIELD at PATH; KEPT is the text that was typed into it."
  (let ((type (featurehost--type field)) (is-off (featurehost--false-p field :enabled)))
    (cl-flet ((create (type &rest options)
                (let ((widget (apply #'widget-create type :featurehost-place path
                                     :help-echo (featurehost--tip (featurehost--plain (featurehost--get field :hints :help)))
                                     options)))
                  (puthash path widget featurehost--widgets)
                  widget)))
      (cond (is-off (insert (propertize (featurehost--value-text field) 'face 'featurehost-help
                                        ;; Point stays here until the field can be edited again.
                                        'featurehost-place path)))
            ((member type '("picker" "secure" "stepper" "slider"))
             (when (member type '("stepper" "slider"))
               (featurehost--insert-step path -1))
             (create 'push-button :tag (featurehost--value-text field)
                     :notify (lambda (&rest _) (featurehost--edit-value path)))
             (when (member type '("stepper" "slider"))
               (featurehost--insert-step path 1)))
            ((equal type "toggle")
             (create 'checkbox :value (and (featurehost--on-p (featurehost--get field :value)) t)
                     :notify (lambda (widget &rest _)
                               (featurehost--enter path (if (widget-value widget) t :false)))))
            ((equal type "multiPicker") (featurehost--insert-choices path field))
            ((equal type "multiline")
             (create 'text :format "%v" :keymap featurehost-text-map :value-face 'widget-field
                     :value (or kept (featurehost--raw-text field))
                     :notify (lambda (widget _ &optional event)
                                 ;; Widgets are notified both before and after a change.
                                 (unless (eq (car-safe event) 'before-change)
                                   (featurehost--enter-text path widget)))))
            ((member type '("group" "repeated")))
            (t (create 'editable-field :keymap featurehost-field-map
                       :value (or kept (featurehost--raw-text field))
                       :notify (lambda (widget _ &optional event)
                                 ;; Widgets are notified both before and after a change.
                                 (unless (eq (car-safe event) 'before-change)
                                   (featurehost--enter-text path widget)))))))))

(defun featurehost--insert-step (path by)
  "Insert a button that changes the number in the field PATH by BY steps."
  (when (> by 0) (insert " "))
  (widget-create 'push-button :tag (if (> by 0) "+" "-") :featurehost-place (list path by)
                 :notify (lambda (&rest _) (featurehost--step path by)))
  (when (< by 0) (insert " ")))

(defun featurehost--insert-choices (path field)
  "Insert a box for each option of FIELD at PATH, or a button to choose an option."
  (if (featurehost--get field :optionsFrom)
      (puthash path (widget-create 'push-button :tag (featurehost--value-text field) :featurehost-place path
                                   :notify (lambda (&rest _) (featurehost--edit-value path)))
               featurehost--widgets)
    (dolist (option (featurehost--list (featurehost--get field :options)))
      (let ((value (featurehost--get option :value)))
        (puthash (list path value)
                 (widget-create 'checkbox :featurehost-place (list path value)
                                :notify (lambda (&rest _) (featurehost--toggle-option path value))
                                (and (seq-contains-p (featurehost--get field :value) value) t))
                 featurehost--widgets)
        (insert " " (featurehost--titled option) "  ")))))

(defun featurehost--raw-text (field)
  "Return the value of FIELD as text for editing."
  (let ((value (plist-get field :value)))
    (if (stringp value) value (featurehost--plain value))))

(defun featurehost--value-text (field)
  "Return the value of FIELD as text for users."
  (let ((value (plist-get field :value)))
    (pcase (featurehost--type field)
      ("secure" (if (featurehost--get value :isSet) "set" "not set"))
      ("toggle" (if (featurehost--on-p value) "[x]" "[ ]"))
      ("picker" (if (memq value '(:null nil)) "none" (featurehost--option-title field value)))
      ("multiPicker" (if (zerop (length value)) "none"
                       (mapconcat (lambda (one) (featurehost--option-title field one)) value ", ")))
      (_ (featurehost--plain value)))))

(defvar-local featurehost--option-titles nil "The titles of known options, by value.")

(defun featurehost--option-title (field value)
  "Return the title of the option VALUE of FIELD.
The title is known even after the host no longer lists the option."
  (dolist (option (featurehost--list (featurehost--get field :options)))
    (setf (alist-get (plist-get option :value) featurehost--option-titles nil nil #'equal)
          (featurehost--titled option)))
  (or (alist-get value featurehost--option-titles nil nil #'equal) (featurehost--plain value)))

;;;;; Changed fields

(defun featurehost--update-form (node)
  "Update the values and messages in the widgets to the form NODE."
  (let ((inhibit-read-only t) (places (featurehost--places)) (featurehost--is-altered nil))
    (maphash (lambda (place widget)
               (let* ((path (if (consp place) (car place) place)) (field (featurehost--field node path)))
                 (when field
                   (featurehost--update-widget node place widget field))))
             featurehost--widgets)
    (when featurehost--is-altered
      (featurehost--restore places)
      ;; The user must not undo this change, and the positions in earlier undo entries are outdated.
      (widget-clear-undo))
    (maphash (lambda (path overlay)
               (overlay-put overlay 'before-string (featurehost--note-text node path)))
             featurehost--notes)))

(defun featurehost--update-widget (node place widget field)
  "Update WIDGET at PLACE to FIELD of NODE."
  (cond ((consp place)
         (unless (featurehost--is-typed node (car place))
           (featurehost--update-value widget (and (seq-contains-p (featurehost--get field :value) (cadr place)) t))))
        ((featurehost--is-field widget)
         (featurehost--update-text node place widget field))
        ((eq (widget-type widget) 'checkbox)
         (unless (featurehost--is-typed node place)
           (featurehost--update-value widget (and (featurehost--on-p (featurehost--get field :value)) t))))
        ((not (featurehost--is-typed node place))
         (let ((text (featurehost--value-text field)))
           (unless (equal text (widget-get widget :tag))
             (widget-put widget :tag text)
             (featurehost--alter widget (widget-value widget)))))))

(defun featurehost--alter (widget value)
  "Show VALUE in WIDGET.  The caller restores point and the mark."
  (setq featurehost--is-altered t)
  (widget-value-set widget value))

(defun featurehost--update-value (widget value)
  "Show VALUE in WIDGET, unless it already does."
  (unless (eq value (and (widget-value widget) t))
    (featurehost--alter widget value)))

(defun featurehost--is-typed (node path)
  "Return non-nil if the entered value of the field PATH is newer than NODE."
  (when-let* ((typed (gethash path featurehost--typed)))
    (or (> (featurehost--typed-unanswered typed) 0)
        (< (featurehost--revision node) (featurehost--typed-revision typed)))))

(defun featurehost--update-text (node path widget field)
  "Show the value of FIELD at PATH of NODE in WIDGET, if no typed value is newer."
  (unless (featurehost--is-typed node path)
    (let ((typed (gethash path featurehost--typed)) (value (plist-get field :value)))
      (when (and typed (eq (featurehost--typed-accepted typed) :none))
        (setf (featurehost--typed-accepted typed) value))
      ;; The host's value may differ from typed text such as "1.", which must stay while the user continues to type.
      (unless (and typed (equal value (featurehost--typed-accepted typed)))
        (remhash path featurehost--typed)
        (unless (equal (featurehost--raw-text field) (widget-value widget))
          (featurehost--alter widget (featurehost--raw-text field)))))
    (featurehost--update-placeholder widget field)))

(defun featurehost--update-placeholder (widget field)
  "Show the placeholder of FIELD in WIDGET if the widget is empty."
  (when-let* ((hint (featurehost--get field :hints :placeholder)) (overlay (widget-get widget :field-overlay)))
    (overlay-put overlay 'before-string
                 (and (string-empty-p (widget-value widget))
                      (propertize (featurehost--plain hint) 'face 'featurehost-help 'cursor t)))))

(defun featurehost--note-text (node path)
  "Return the messages of the field PATH of NODE.
If PATH is empty, return the messages about the whole form."
  (let* ((field (featurehost--field node path))
         (messages (if (string-empty-p path)
                       (and (not (member (featurehost--state node :submitCount) '(nil 0)))
                            (featurehost--state node :formMessages))
                     (and (featurehost--get field :showMessages) (featurehost--get field :messages))))
         (indent (if (string-empty-p path) 0 (+ 2 (or (featurehost--label-width node) 0)))))
    (concat
     (mapconcat (lambda (message)
                  (concat (make-string indent ?\s)
                          (propertize (concat "! " (featurehost--plain (featurehost--get message :text)))
                                      'face (if (equal (featurehost--get message :severity) "warning")
                                                'featurehost-warning
                                              'featurehost-error))
                          "\n"))
                (featurehost--list messages) "")
     (if-let* ((conflict (featurehost--get field :conflict)))
         (concat (make-string indent ?\s)
                 (propertize (substitute-command-keys
                              (format "theirs: %s (\\<featurehost-form-mode-map>\\[featurehost-take-theirs] takes it, \\[featurehost-keep-mine] keeps yours)"
                                      (featurehost--conflict-text field conflict)))
                             'face 'featurehost-warning)
                 "\n")
       "")
     (if (featurehost--get field :validating)
         (concat (make-string indent ?\s) (propertize "checking…" 'face 'featurehost-help) "\n")
       ""))))

;;;;; Changes by others

(defun featurehost--conflict-text (field conflict)
  "Return the value that others gave FIELD in CONFLICT, as text for users."
  (let ((text (featurehost--value-text (plist-put (copy-sequence field) :value (plist-get conflict :theirs)))))
    (if (string-empty-p text) "empty" text)))

(defun featurehost--settle-conflict (action)
  "Send ACTION for the conflict at point, or else for the first conflict."
  (let* ((node (featurehost--leaf-here)) (paths (featurehost--list (featurehost--state node :conflicts)))
         (here (featurehost--path-here)))
    (unless paths
      (user-error "No field was changed by others"))
    (featurehost--send node action (list :path (if (member here paths) here (car paths))))))

(defun featurehost-keep-mine ()
  "Keep the entered value of a field that others have changed."
  (interactive)
  (featurehost--settle-conflict "keepMine"))

(defun featurehost-take-theirs ()
  "Replace the entered value of a field by the value that others have written."
  (interactive)
  (featurehost--settle-conflict "takeTheirs"))

;;;;; Entering values

(defun featurehost--enter (path value &optional action)
  "Send VALUE for the field PATH by ACTION, by default `setValue'."
  (unless featurehost--is-drawing
    (if (and (not action) (featurehost--is-dead (featurehost--layer-instance featurehost--layer)))
        (featurehost--enter-later path value)
      (featurehost--enter-now path value (or action "setValue")))))

(defun featurehost--enter-now (path value action)
  "Send VALUE for the field PATH by ACTION."
  (let ((node (featurehost--leaf-here)) (buffer (current-buffer))
        (typed (or (gethash path featurehost--typed) (featurehost--make-typed))))
    (featurehost--send node action (list :path path :value value)
                       :then (lambda (revision)
                               (cl-decf (featurehost--typed-unanswered typed))
                               (cond (revision (setf (featurehost--typed-revision typed) revision))
                                     ((and (zerop (featurehost--typed-unanswered typed)) (buffer-live-p buffer))
                                      (with-current-buffer buffer
                                        (remhash path featurehost--typed))))))
    (puthash path typed featurehost--typed)
    (cl-incf (featurehost--typed-unanswered typed))
    (setf (featurehost--typed-value typed) (and (equal action "setValue") (list value))
          (featurehost--typed-accepted typed) :none)))

(defun featurehost--enter-later (path value)
  "Store VALUE for the field PATH until the host is restarted."
  (featurehost--keep (featurehost--leaf-here) path value)
  (featurehost--draw-layer featurehost--layer)
  (featurehost--say-kept))

(defun featurehost--join-lines (path widget)
  "Replace line breaks that were pasted into WIDGET by spaces.
Do nothing if the field PATH has several lines."
  (unless (equal (featurehost--type (featurehost--field (featurehost--leaf-here) path)) "multiline")
    (let ((start (widget-field-start widget)) (end (widget-field-text-end widget)))
      (when (and start end (string-match-p "[\n\r]" (buffer-substring-no-properties start end)))
        (subst-char-in-region start end ?\n ?\s)
        (subst-char-in-region start end ?\r ?\s)))))

(defun featurehost--enter-text (path widget)
  "Send the text in WIDGET as the value of the field PATH."
  (unless featurehost--is-drawing
    (featurehost--join-lines path widget)
    (let* ((field (featurehost--field (featurehost--leaf-here) path))
           (text (featurehost--scalars (widget-value widget))))
      (setf (featurehost--instance-is-typing (featurehost--layer-instance featurehost--layer)) t)
      (featurehost--update-placeholder widget field)
      (featurehost--enter path
                          (if (and (string-empty-p text)
                                   (member (featurehost--type field) '("number" "date" "time" "dateTime")))
                              :null
                            text)))))

(defun featurehost--edit-value (path)
  "Ask for a new value of the field PATH, and enter it."
  (let* ((node (featurehost--leaf-here)) (buffer (current-buffer)) (field (featurehost--field node path))
         (prompt (concat (featurehost--plain (featurehost--get field :label)) ": ")))
    (cl-flet ((enter (act &rest arguments)
                ;; During the input, the buffer may have been killed, or may show another form.
                (unless (and (buffer-live-p buffer)
                             (with-current-buffer buffer (featurehost--is-same node (featurehost--leaf-here))))
                  (user-error "The form is not there now"))
                (with-current-buffer buffer
                  (apply act path arguments))))
      (pcase (featurehost--type field)
        ("secure"
         (featurehost--must-live (featurehost--node-instance node))
         (let ((secret (read-passwd prompt)))
           (unwind-protect (enter #'featurehost--enter (featurehost--scalars secret) "setSecret")
             (clear-string secret))))
        ((or "stepper" "slider")
         (enter #'featurehost--enter (featurehost--within field (read-number prompt (featurehost--get field :value)))))
        ("picker" (enter #'featurehost--enter (featurehost--read-option path prompt)))
        ("multiPicker" (enter #'featurehost--toggle-option (featurehost--read-option path prompt)))))))

(defun featurehost--within (field number)
  "Return the number within the limits of FIELD that is nearest to NUMBER."
  (let* ((least (featurehost--get field :minimum)) (most (featurehost--get field :maximum))
         (number (min (or most number) (max (or least number) number))))
    (if (= number (ftruncate number)) (truncate number) number)))

(defun featurehost--step (path by)
  "Change the number in the field PATH by BY steps."
  (featurehost--enter-in-turn
   path
   (lambda (field)
     (let* ((value (or (featurehost--get field :value) 0))
            (least (featurehost--get field :minimum)) (most (featurehost--get field :maximum))
            (step (or (featurehost--get field :step)
                      (and least most (equal (featurehost--type field) "slider") (/ (- most least) 20.0))
                      1)))
       ;; The value is rounded to ten decimals, so that 0.1 and 0.2 make 0.3.
       (featurehost--within field (/ (round (* (+ value (* by step)) 1e10)) 1e10))))))

(defun featurehost--toggle-option (path value)
  "Add the option VALUE to the chosen options of the field PATH, or remove it."
  (unless featurehost--is-drawing
    (featurehost--enter-in-turn
     path
     (lambda (field)
       (let ((chosen (featurehost--list (featurehost--get field :value))))
         (vconcat (if (member value chosen) (remove value chosen) (append chosen (list value)))))))))

(defun featurehost--enter-in-turn (path change)
  "Enter the result of CHANGE for the field PATH when all actions are answered."
  (let ((buffer (current-buffer)))
    (featurehost--in-turn
     (featurehost--leaf-here)
     (lambda (node)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (when-let* ((field (featurehost--field node path)))
             (featurehost--enter path (funcall change field)))))))))

(defun featurehost--allows-none (field)
  "Return non-nil if the empty choice is allowed in FIELD.
Hosts of earlier versions only report whether the field is required."
  (if (plist-member field :allowsNone)
      (featurehost--get field :allowsNone)
    (not (featurehost--get field :required))))

(defun featurehost--read-option (path prompt)
  "Ask with PROMPT for an option of the field PATH, and return its value.
If the options come from a source, search the typed text there."
  (let* ((node (featurehost--leaf-here)) (known (make-hash-table :test #'equal))
         (field (featurehost--field node path)) (sent (featurehost--get field :optionsFrom :query)))
    (cl-labels ((newest () (when-let* ((form (featurehost--newest node))) (featurehost--field form path)))
                (title-of (title value)
                  ;; Options with equal titles get numbered names, because the user chooses by name.
                  (let ((name title) (number 1))
                    (while (not (equal (gethash name known value) value))
                      (setq name (format "%s (%d)" title (cl-incf number))))
                    (puthash name value known)
                    name))
                (titles ()
                  (append
                   (and (featurehost--allows-none field) (list (title-of "none" :null)))
                   (mapcar (lambda (option)
                             (title-of (featurehost--plain (featurehost--get option :title)) (plist-get option :value)))
                           (featurehost--list (featurehost--get (newest) :options)))))
                (with-glyphs (titles)
                  (let ((options (featurehost--list (featurehost--get (newest) :options))))
                    (mapcar (lambda (title)
                              (let ((value (gethash title known)))
                                (list title
                                      (featurehost--glyph (cl-find value options :test #'equal
                                                                   :key (lambda (option) (plist-get option :value))))
                                      "")))
                            titles)))
                (look-for ()
                  (let ((text (featurehost--scalars (minibuffer-contents-no-properties))))
                    (unless (or (equal text sent) (gethash text known))
                      (setq sent text)
                      (featurehost--send node "searchOptions" (list :path path :query text) :quiet t)))))
      (let ((title (minibuffer-with-setup-hook
                       (lambda ()
                         (when (featurehost--get field :optionsFrom)
                           (add-hook 'after-change-functions (lambda (&rest _) (look-for)) nil t)))
                     (completing-read
                      prompt
                      (lambda (text predicate action)
                        (if (eq action 'metadata)
                            `(metadata (category . featurehost-option)
                                       (affixation-function . ,#'with-glyphs)
                                       (display-sort-function . identity) (cycle-sort-function . identity))
                          (complete-with-action action (titles) text predicate)))
                      nil t))))
        (if (string-empty-p title) (user-error "Nothing was chosen") (gethash title known))))))

;;;;; Values that outlive the host

(defun featurehost--keep (node path value)
  "Store VALUE as the field PATH in the last snapshot of the form NODE."
  (cl-loop for (other field) on (featurehost--state node :fields) by #'cddr
           for place = (substring (symbol-name other) 1)
           do (when (or (equal place path) (string-prefix-p (concat place "/") path))
                (plist-put field :dirty t))
           (when (equal place path)
             (plist-put field :value value)
             (plist-put (featurehost--in node :state) :isDirty t))))

(defun featurehost--keep-unanswered (layer)
  "Store the unanswered values of LAYER in the last snapshot."
  (when (buffer-live-p (featurehost--layer-buffer layer))
    (with-current-buffer (featurehost--layer-buffer layer)
      (when-let* ((node (and (derived-mode-p 'featurehost-form-mode) (featurehost--here))))
        (maphash (lambda (path typed)
                   (when (and (> (featurehost--typed-unanswered typed) 0) (featurehost--typed-value typed))
                     (featurehost--keep (featurehost--leaf node) path (car (featurehost--typed-value typed)))))
                 featurehost--typed)
        (clrhash featurehost--typed)))))

(defun featurehost--entered-value (node path)
  "Return the value of the field PATH of the form NODE, to be entered again."
  (let ((field (featurehost--field node path)))
    (cl-flet ((object (paths)
                (cl-loop for inner in (featurehost--list paths)
                         unless (equal (featurehost--type (featurehost--field node inner)) "secure")
                         nconc (list (featurehost--key (featurehost--name-of inner))
                                     (featurehost--entered-value node inner)))))
      (pcase (featurehost--type field)
        ("group" (object (featurehost--get field :fields)))
        ("repeated" (vconcat (mapcar (lambda (item) (object (featurehost--get item :fields)))
                                     (featurehost--list (featurehost--get field :items)))))
        (_ (plist-get field :value))))))

(defun featurehost--name-of (path)
  "Return the last name in the field path PATH."
  (string-replace "~0" "~" (string-replace "~1" "/" (car (last (split-string path "/"))))))

(defun featurehost--entered-fields (node)
  "Return the paths of the fields of the form NODE that must be entered again.
Fields of items are not included: a repeated field is entered with its items."
  (let ((all (cl-loop for (path field) on (featurehost--state node :fields) by #'cddr
                      collect (cons (substring (symbol-name path) 1) field))))
    (cl-loop for (path . field) in all
             when (and (featurehost--get field :dirty)
                       (not (equal (featurehost--type field) "group"))
                       (cl-notany (lambda (other) (and (equal (featurehost--type (cdr other)) "repeated")
                                                       (string-prefix-p (concat (car other) "/") path)))
                                  all))
             collect path)))

(defun featurehost--entered (node)
  "Return the values entered in NODE, without its children; the host has ended.
Each is a list of a label (nil for a value that was not typed), a text (nil for
a secret), and, except for a secret, the action and the params that enter the
value again."
  (pcase (featurehost--kind node)
    ("form"
     (mapcar (lambda (path)
               (let* ((field (featurehost--field node path)) (value (featurehost--entered-value node path)))
                 (cons (featurehost--plain (or (featurehost--get field :label) path))
                       (pcase (featurehost--type field)
                         ("secure" nil)
                         (type (list (if (equal type "repeated") (featurehost--pretty value)
                                       (featurehost--paragraph (if (stringp value) value (featurehost--value-text field))))
                                     "setValue" (list :path path :value value)))))))
             (and (featurehost--state node :isDirty) (featurehost--entered-fields node))))
    ("search"
     (let ((query (or (featurehost--state node :query) "")))
       (and (not (string-empty-p query))
            (list (list "Query" (featurehost--plain query) "setQuery" (list :query query))))))
    ("list"
     (when-let* ((filter (featurehost--state node :filter)))
       (list (list (and (not (string-empty-p (featurehost--filter-text node))) "Filter")
                   (featurehost--filter-names node) "setFilter" (list :filter filter)))))
    ("flow"
     (when-let* ((answers (and (equal (featurehost--state node :status) "active") (featurehost--state node :steps :answers))))
       (list (list "Answers" (featurehost--pretty answers)))))))

(defun featurehost--all-entered (instance)
  "Return the values entered in INSTANCE, or still waiting to be entered.
Each is a list of the place, the feature, the title, and an element of
`featurehost--entered'."
  (cl-labels ((visit (node)
                (cl-loop for part in (featurehost--parts node)
                         for over = (featurehost--below part "presentation")
                         for entered = (featurehost--entered part)
                         when entered
                         collect (list (featurehost--place part) (featurehost--in part :feature)
                                       (featurehost--title part) entered)
                         when over nconc (visit over))))
    (append (featurehost--instance-entering instance) (visit (featurehost--node-at instance nil)))))

(defun featurehost--place (node)
  "Return the path of NODE without the keys of stacks, which hosts generate."
  (cl-loop for (before name) on (cons nil (featurehost--node-path node))
           while name collect (if (equal before "stack") 'top name)))

(defun featurehost--node-in (instance place)
  "Return the node of INSTANCE at PLACE, or nil if there is none."
  (let ((path nil))
    (dolist (name place)
      (setq path (append path
                         (list (if (eq name 'top)
                                   (let ((flow (featurehost--node-at instance (butlast path))))
                                     (featurehost--get (car (last (featurehost--list (and flow (featurehost--state flow :stack)))))
                                                       :key))
                                 name)))))
    (featurehost--node-at instance path)))

(defun featurehost--enter-again (instance all)
  "Enter ALL, the result of `featurehost--all-entered', again in INSTANCE.
Values that can't be entered are shown in a separate buffer.  If this host also
ends before it answers a value, the value is kept for the next host."
  (setf (featurehost--instance-entering instance) nil)
  (pcase-dolist (`(,place ,feature ,title ,entered) all)
    (let ((node (featurehost--node-in instance place)))
      (dolist (entry entered)
        (pcase-let ((`(,label ,text ,action ,params) entry) (waiting (list place feature title (list entry))))
          (cl-flet ((lose () (featurehost--lose title label text)))
            (if (not (and node action (equal (featurehost--in node :feature) feature)))
                (lose)
              (setf (featurehost--instance-entering instance)
                    (append (featurehost--instance-entering instance) (list waiting)))
              (featurehost--send node action params
                                 :then (lambda (revision)
                                         (setf (featurehost--instance-entering instance)
                                               (delq waiting (featurehost--instance-entering instance)))
                                         (unless revision (lose)))))))))))

(defun featurehost--lose (title label text)
  "Show that TEXT was entered as LABEL in the feature TITLE, and is lost."
  (when label
    (with-current-buffer (get-buffer-create "*featurehost lost*")
      (special-mode)
      (let ((inhibit-read-only t))
        (goto-char (point-max))
        (insert (propertize (format "%s — %s" title label) 'face 'featurehost-title) "\n"
                (or text "This is a secret, and has to be entered again.") "\n\n"))
      (display-buffer (current-buffer))
      (featurehost--say "What was entered and is not there any more is in the buffer *featurehost lost*"))))

;;;;; The position of point

(defun featurehost--widget-start (widget)
  "Return the position of the beginning of WIDGET."
  (or (and (featurehost--is-field widget) (widget-field-start widget)) (widget-get widget :from) (point)))

(defun featurehost--to-first-widget ()
  "Move point to the first field, or else to the first button."
  (let ((starts (mapcar #'featurehost--widget-start (hash-table-values featurehost--widgets))))
    (if starts
        (goto-char (apply #'min starts))
      (goto-char (point-min))
      (ignore-errors (widget-forward 1)))
    (featurehost--move-all (point))))

(defun featurehost--path-here ()
  "Return the path of the field at point; nil if there is none."
  (let* ((widget (or (widget-field-at (point)) (widget-at (point))))
         (place (and widget (widget-get widget :featurehost-place)))
         (path (if (consp place) (car place) place)))
    (and (stringp path) (string-prefix-p "/" path) path)))

(defun featurehost--follow-field ()
  "Notify the host of the field at point, and of the field that point has left."
  ;; An error would remove this function from the hook.
  (with-demoted-errors "featurehost: %S"
    (when (and featurehost--layer (featurehost--here)
               (not (featurehost--is-dead (featurehost--layer-instance featurehost--layer))))
      (let ((path (featurehost--path-here)) (node (featurehost--leaf-here)) (left featurehost--field-at))
        (unless (equal path left)
          (setq featurehost--field-at path)
          (when (and left (featurehost--field node left))
            (featurehost--send node "blur" (list :path left) :quiet t)
            ;; When point leaves a field, the host's value replaces the typed text.
            (when-let* ((typed (gethash left featurehost--typed)))
              (when (zerop (featurehost--typed-unanswered typed))
                (remhash left featurehost--typed))))
          (when (and path (featurehost--field node path))
            (featurehost--send node "focus" (list :path path) :quiet t)))))))

(defun featurehost--follow-focus (node)
  "Move point into the field that the form NODE has newly focused."
  (let ((seq (featurehost--state node :focus :seq)) (path (featurehost--state node :focus :path)))
    (unless (equal seq featurehost--focus-seq)
      (setq featurehost--focus-seq seq)
      (when-let* ((widget (and path
                               ;; Point must not move while the user is typing in another field.
                               (not (featurehost--instance-is-typing (featurehost--node-instance node)))
                               (gethash path featurehost--widgets))))
        (featurehost--move-all (if (featurehost--is-field widget) (widget-field-text-end widget)
                                 (featurehost--widget-start widget)))))))

(defun featurehost--index-of-fields ()
  "Return the positions of the fields, by label, for `imenu'."
  (let ((node (featurehost--leaf-here)) index)
    (maphash (lambda (place widget)
               (let* ((path (if (consp place) (car place) place)) (field (featurehost--field node path)))
                 (push (cons (featurehost--plain (featurehost--get field :label)) (featurehost--widget-start widget)) index)))
             featurehost--widgets)
    (cl-remove-duplicates (sort index (lambda (one other) (< (cdr one) (cdr other)))) :key #'car :test #'equal :from-end t)))

;;;; Texts

(defvar featurehost-text-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map featurehost-rows-map)
    (define-key map (kbd "RET") #'featurehost-accept-span)
    (define-key map [double-mouse-1] #'featurehost-accept-span)
    (define-key map "/" #'featurehost-find)
    (define-key map "s" #'featurehost-find)
    (define-key map "n" #'featurehost-find-next)
    (define-key map "N" #'featurehost-find-previous)
    (define-key map "<" #'featurehost-first-line)
    (define-key map ">" #'featurehost-last-line)
    (define-key map "{" #'featurehost-previous-part)
    (define-key map "}" #'featurehost-next-part)
    (define-key map "w" #'featurehost-wrap)
    (define-key map "y" #'featurehost-copy)
    (define-key map [remap kill-ring-save] #'featurehost-copy)
    (define-key map [remap beginning-of-buffer] #'featurehost-first-line)
    (define-key map [remap end-of-buffer] #'featurehost-last-line)
    (define-key map [remap goto-line] #'featurehost-go-to-line)
    ;; Lines can't be marked, filtered or previewed.
    (dolist (key '("f" "m" "u" "U" "v"))
      (define-key map key #'undefined))
    map)
  "Keys of texts.")

(define-derived-mode featurehost-text-mode featurehost-rows-mode "Text"
  "The lines of a text, such as a log or a diff, to be read and searched.

\\{featurehost-text-mode-map}"
  :interactive nil
  (setq-local featurehost-preview nil
              truncate-partial-width-windows nil
              mode-line-position '((:eval (featurehost--line-position)))
              imenu-create-index-function #'featurehost--index-of-parts
              filter-buffer-substring-function #'featurehost--text-between)
  (add-hook 'post-command-hook #'force-mode-line-update nil t))

(defvar-local featurehost--is-end-due nil "Non-nil if the last line has to be shown at the bottom of the window.")
(defvar-local featurehost--count-text "" "The number of lines, for the mode line.")
(defvar featurehost--find-history nil "The texts that were searched for.")

(defconst featurehost--span-faces
  '(("heading" . featurehost-title) ("added" . featurehost-added) ("removed" . featurehost-removed)
    ("hunk" . featurehost-hunk) ("link" . featurehost-link) ("location" . featurehost-link)
    ("dim" . featurehost-help) ("match" . featurehost-match) ("error" . featurehost-error)
    ("code" . featurehost-code) ("quote" . featurehost-quote) ("key" . featurehost-key)
    ("string" . featurehost-string) ("number" . featurehost-number) ("literal" . featurehost-literal)
    ("strong" . bold) ("emphasis" . italic) ("strike" . featurehost-strike))
  "The faces of spans, by style.")

(defconst featurehost--attributes
  '(("bold" :weight bold) ("dim" :inherit shadow) ("italic" :slant italic) ("underline" :underline t)
    ("reverse" :inverse-video t) ("strike" :strike-through t))
  "The face attributes of the attributes of spans.")

(defun featurehost--colour (name)
  "Return the colour NAME of a span as a colour of Emacs, or nil."
  (cond ((not (stringp name)) nil)
        ((let ((case-fold-search t)) (string-match-p "\\`#[0-9a-f]\\{6\\}\\'" name)) name)
        ((string-match-p "\\`[a-zA-Z]+\\'" name)
         (let ((face (intern-soft (concat "ansi-color-" (string-replace " " "-" (featurehost--words name))))))
           (and (facep face) (face-foreground face nil t))))))

(defun featurehost--span-face (span)
  "Return the face of SPAN, or nil if its style is unknown."
  (if (not (equal (featurehost--get span :style) "ansi"))
      (cdr (assoc (featurehost--get span :style) featurehost--span-faces))
    (let ((colour (featurehost--colour (featurehost--get span :color)))
          (background (featurehost--colour (featurehost--get span :background))))
      (append (and colour (list :foreground colour))
              (and background (list :background background))
              (cl-loop for name in (featurehost--list (featurehost--get span :attributes))
                       append (cdr (assoc name featurehost--attributes)))))))

(defun featurehost--spans (line)
  "Return the spans of LINE that are within its text."
  (let ((length (length (featurehost--plain (featurehost--get line :text)))))
    (cl-remove-if-not (lambda (span)
                        (let ((start (featurehost--get span :start)) (end (featurehost--get span :end)))
                          (and (natnump start) (natnump end) (< start end) (<= end length))))
                      (featurehost--list (featurehost--get line :spans)))))

(defun featurehost--insert-line (line)
  "Insert LINE of a text with the faces of its spans."
  (let ((begin (point)))
    (insert (featurehost--plain (featurehost--get line :text)) "\n")
    (dolist (span (featurehost--spans line))
      (when-let* ((face (featurehost--span-face span)))
        (put-text-property (+ begin (featurehost--get span :start)) (+ begin (featurehost--get span :end)) 'face face)))
    (put-text-property begin (point) 'tabulated-list-id (featurehost--get line :number))))

(defun featurehost--draw-text (node)
  "Draw the text NODE."
  (let ((lines (featurehost--list (featurehost--state node :lines))) (message (featurehost--text-message node)))
    (setq truncate-lines (not (featurehost--state node :wrap))
          featurehost--query (featurehost--query-of node)
          featurehost--count-text (concat (featurehost--grouped (or (featurehost--state node :count) 0))
                                          (if (featurehost--state node :endReached) "" "+"))
          featurehost--info (featurehost--text-info node))
    (when (featurehost--changes (list lines message (featurehost--room) (featurehost--around (featurehost--here))))
      (let* ((places (featurehost--places)) (ids (featurehost--ids)) (inhibit-read-only t)
             (is-following (and (featurehost--state node :follow) (or (null ids) (featurehost--is-at-last-line)))))
        (setq featurehost--row-values (mapcar (lambda (line) (cons (featurehost--get line :number) line)) lines))
        (erase-buffer)
        (featurehost--insert-head (featurehost--here))
        (mapc #'featurehost--insert-line lines)
        (unless (or lines (string-empty-p message))
          (insert "\n   " (propertize message 'face 'featurehost-help) "\n"))
        (featurehost--insert-tail (featurehost--here))
        (if (null ids)
            (featurehost--go-to (or (featurehost--row-position (featurehost--state node :line)) (point-min)))
          (let ((featurehost--ids-before ids) (marked (and (cadr places) (featurehost--spot-thing (cadr places)))))
            (featurehost--restore places)
            ;; A region whose beginning is gone must not be copied as if it were whole.
            (when (and (eq (car-safe marked) 'row) (not (assq (cdr marked) featurehost--row-values)))
              (deactivate-mark))))
        (when is-following
          (featurehost--go-to (featurehost--last-row))
          (setq featurehost--is-end-due t))
        (set-buffer-modified-p nil)
        (featurehost--highlight-row)))
    (featurehost--seek node)
    (when-let* ((window (featurehost--window)))
      (when featurehost--is-end-due
        (setq featurehost--is-end-due nil)
        (featurehost--show-end window))
      (featurehost--follow-window node))))

(defun featurehost--text-message (node)
  "Return the message in place of missing lines of the text NODE."
  (cond ((featurehost--state node :empty) "There is no text.")
        ((equal (featurehost--state node :phase) "failed") "This could not be loaded.")
        ((equal (featurehost--state node :phase) "loading") "Loading…")
        (t "")))

(defun featurehost--text-info (node)
  "Return the information about the text NODE: its loads and its search."
  (let* ((find (featurehost--state node :find)) (current (featurehost--get find :current)))
    (featurehost--joined
     " · "
     (cond ((featurehost--is-loading node) "loading…") ((featurehost--state node :isStale) "out of date"))
     (and (featurehost--state node :follow) "following")
     (and find
          (format "“%s” %s%s%s" (featurehost--plain (featurehost--get find :text))
                  (if current (concat (featurehost--grouped current) "/") "")
                  (featurehost--grouped (or (featurehost--get find :count) 0))
                  (if (equal (featurehost--get find :status) "searching") "+" ""))))))

(defun featurehost--line-position ()
  "Return the number of the line at point and the number of lines."
  (let ((line (tabulated-list-get-id)))
    (concat (if line (concat (featurehost--grouped line) "/") "") featurehost--count-text)))

(defun featurehost--is-at-last-line ()
  "Return non-nil if point is at the last drawn line, or after it."
  (let ((last (featurehost--last-row)) (window (featurehost--window)))
    (and last (>= (if window (window-point window) (point)) last))))

(defun featurehost--show-end (window)
  "Show the line at point at the bottom of WINDOW."
  (with-selected-window window
    (recenter -1)))

(defun featurehost--show-line (node)
  "Go to the active line of the text NODE, and make it visible."
  (let ((line (featurehost--state node :line)) (window (featurehost--window)))
    (when-let* ((position (and line (featurehost--row-position line))))
      (featurehost--go-to position)
      (setq featurehost--row-left line)
      (cond ((not window))
            ((eql line 1) (set-window-start window (point-min) t))
            ((and (featurehost--state node :endReached) (eql line (featurehost--state node :count)))
             (featurehost--show-end window))
            ((not (pos-visible-in-window-p position window))
             (with-selected-window window
               (recenter)))))))

(defun featurehost--index-of-parts ()
  "Return the lines with headings or headers of hunks, for `imenu'."
  (cl-loop for (id . line) in featurehost--row-values
           when (cl-some (lambda (span) (member (featurehost--get span :style) '("heading" "hunk")))
                         (featurehost--spans line))
           collect (cons (featurehost--plain (featurehost--get line :text)) (featurehost--row-position id))))

(defun featurehost--text-between (begin end &optional delete)
  "Return the text from BEGIN to END as the host has it, for copies.
The drawn text has other characters in place of control characters.
If DELETE is non-nil, signal an error, because the buffer is read-only."
  (when delete
    (barf-if-buffer-read-only))
  (save-excursion
    (let (parts)
      (goto-char begin)
      (while (< (point) end)
        (let* ((first (line-beginning-position)) (last (line-end-position)) (stop (min end last))
               (text (featurehost--get (cdr (assq (tabulated-list-get-id) featurehost--row-values)) :text)))
          (push (if (and (stringp text) (= (length text) (- last first)))
                    (substring text (- (point) first) (- stop first))
                  (buffer-substring-no-properties (point) stop))
                parts)
          (goto-char stop)
          (when (< stop end)
            (push "\n" parts)
            (forward-char))))
      (apply #'concat (nreverse parts)))))

;;;;; Commands of texts

(defun featurehost--text-here ()
  "Return the text that is drawn in the buffer, or signal an error."
  (let ((node (featurehost--leaf-here)))
    (unless (equal (featurehost--kind node) "text")
      (user-error "What this was for is not there now"))
    node))

(defun featurehost--go (action params &optional is-from-point)
  "Send ACTION with PARAMS, and go to the line that the host makes active.
If IS-FROM-POINT, the line at point becomes active before."
  (let* ((node (featurehost--text-here)) (buffer (current-buffer))
         (act (lambda ()
                (featurehost--send node action params
                                   :then (lambda (revision)
                                           (when (and (not revision) (buffer-live-p buffer))
                                             (with-current-buffer buffer
                                               (setq featurehost--goal nil))))))))
    (if is-from-point (featurehost--with-row act) (funcall act))
    (setq featurehost--goal 'line featurehost--is-goal-new t featurehost--is-missed nil)))

(defun featurehost-first-line ()
  "Go to the first line of the text."
  (interactive)
  (featurehost--go "goTo" '(:to "start")))

(defun featurehost-last-line ()
  "Go to the last line of the text."
  (interactive)
  (featurehost--go "goTo" '(:to "end")))

(defun featurehost-go-to-line (line)
  "Go to the line of the text with the number LINE, counted from 1."
  (interactive "nNumber of the line: ")
  (featurehost--go "goTo" (list :line line)))

(defun featurehost-find (text &optional is-expression)
  "Search for TEXT in all lines, and go to the next line with a match.
If IS-EXPRESSION, or with a prefix argument, TEXT is a regular expression of
the host.  An empty TEXT ends the search."
  (interactive (list (read-string (if current-prefix-arg "Find the expression: " "Find: ")
                                  nil 'featurehost--find-history)
                     current-prefix-arg))
  (featurehost--go "find" `(:text ,(featurehost--scalars text) ,@(and is-expression '(:regex t))) t))

(defun featurehost-find-next ()
  "Go to the next line that matches the search."
  (interactive)
  (featurehost--go "find" '(:direction "next") t))

(defun featurehost-find-previous ()
  "Go to the previous line that matches the search."
  (interactive)
  (featurehost--go "find" '(:direction "previous") t))

(defun featurehost--go-to-part (direction)
  "Go to the nearest hunk of a diff, or the nearest heading, in DIRECTION."
  (let ((format (featurehost--state (featurehost--text-here) :format)))
    (featurehost--go "goTo" (list :to (concat direction (cond ((equal format "diff") "Hunk")
                                                              ((equal format "markdown") "Heading")
                                                              (t (user-error "This text has no headings or hunks")))))
                     t)))

(defun featurehost-next-part ()
  "Go to the next hunk of a diff, or to the next heading."
  (interactive)
  (featurehost--go-to-part "next"))

(defun featurehost-previous-part ()
  "Go to the previous hunk of a diff, or to the previous heading."
  (interactive)
  (featurehost--go-to-part "previous"))

(defun featurehost-wrap ()
  "Break long lines at the edge of the window, or stop to break them."
  (interactive)
  (let ((node (featurehost--text-here)))
    (featurehost--send node "setWrap" (list :wrap (if (featurehost--state node :wrap) :false t)))))

(defun featurehost-copy ()
  "Copy the region, or else the line at point, into the kill ring."
  (interactive)
  (if (use-region-p)
      (progn
        (copy-region-as-kill (region-beginning) (region-end))
        (message "Copied the region"))
    (featurehost--row-here)
    (kill-new (featurehost--text-between (line-beginning-position) (line-end-position)))
    (message "Copied the line")))

(defun featurehost-accept-span ()
  "Accept the link, the place in a file or the hunk at point.
If there is none at point, accept the first one of the line.  On a button,
press the button."
  (interactive)
  (if (button-at (point))
      (push-button)
    (let* ((node (featurehost--text-here)) (number (featurehost--row-here))
           (column (- (point) (line-beginning-position)))
           (span (cl-find-if (lambda (span)
                               (and (member (featurehost--get span :style) '("link" "location" "hunk"))
                                    (<= (featurehost--get span :start) column)
                                    (< column (featurehost--get span :end))))
                             (featurehost--spans (cdr (assq number featurehost--row-values))))))
      (setq featurehost--row-sent number)
      (featurehost--send node "acceptSpan" `(:line ,number ,@(and span (list :start column)))))))

;;;; Views, and features of unknown kinds

(defvar featurehost-view-mode-map
  (let ((map (featurehost--keymap (make-composed-keymap button-buffer-map special-mode-map))))
    (define-key map "n" #'forward-button)
    (define-key map "p" #'backward-button)
    (define-key map "g" #'featurehost-refresh)
    (define-key map (kbd "<right>") #'featurehost-more)
    (define-key map (kbd "<left>") #'featurehost-less)
    map)
  "Keys of views.")

(define-derived-mode featurehost-view-mode special-mode "View"
  "The lines of a view, or the result of an ended flow.

\\{featurehost-view-mode-map}"
  :interactive nil
  (featurehost--set-up)
  (buffer-disable-undo)
  (setq-local bidi-paragraph-direction 'left-to-right))

(defun featurehost--draw-view (node)
  "Draw NODE: a view, a flow that has ended, or a feature of an unknown kind.
If NODE is nil, show that the feature no longer exists."
  (when (featurehost--changes (if node
                                  (list (featurehost--node-snapshot node) (featurehost--around (featurehost--here)))
                                'none))
    (let ((inhibit-read-only t) (places (featurehost--places)) (is-new (not featurehost--page)))
      (erase-buffer)
      (if (not node)
          (insert (if (plist-get (featurehost--layer-leaf featurehost--layer) :is-empty)
                      (propertize "There is nothing to show." 'face 'featurehost-help)
                    "This is gone.")
                  "\n")
        (featurehost--insert-head (featurehost--here))
        (pcase (featurehost--kind node)
          ("view" (featurehost--insert-view node ""))
          ("flow" (featurehost--insert-outcome node))
          (_ (featurehost--insert-unknown node)))
        (featurehost--insert-tail (featurehost--here)))
      (setq featurehost--page 'view)
      (if (or (not is-new) (featurehost--thing-called (featurehost--spot-thing (car places))))
          (featurehost--restore places)
        (goto-char (point-min))
        (unless (button-at (point))
          (ignore-errors (forward-button 1)))
        (featurehost--move-all (point)))
      (set-buffer-modified-p nil)))
  (setq header-line-format (and node (featurehost--header node))))

(defun featurehost--insert-outcome (node)
  "Insert the outcome of the flow NODE."
  (let ((output (plist-get (featurehost--in node :state) :output)))
    (insert (featurehost--capital (featurehost--words (or (featurehost--state node :status) "active"))) ".\n")
    (unless (memq output '(nil :null))
      (insert "\n" (featurehost--pretty output) "\n"))))

(defun featurehost--insert-unknown (node)
  "Insert the state of NODE, whose kind is unknown."
  (insert (propertize (format "What is of the kind %s can't be drawn here." (featurehost--plain (featurehost--kind node)))
                      'face 'featurehost-help)
          "\n\n" (featurehost--pretty (featurehost--in node :state)) "\n"))

(defun featurehost--pretty (value)
  "Return VALUE as JSON with several lines."
  (with-temp-buffer
    (insert (featurehost--json value))
    (json-pretty-print-buffer)
    (featurehost--paragraph (buffer-string))))

(defun featurehost--view-lines (node &optional is-arranged)
  "Return the visible lines of the layout of the view NODE.
Unless IS-ARRANGED, add a line for each child that is shown only in a pane."
  (cl-remove-if-not
   (lambda (line)
     (or (not (plist-member line :when))
         (eq t (featurehost--state node (featurehost--get line :when)))))
   (append (featurehost--list (featurehost--state node :layout)) (and (not is-arranged) (featurehost--pane-lines node)))))

(defun featurehost--pane-lines (node)
  "Return a line for each child of the view NODE that is shown only in a pane."
  (let ((known (cl-loop for line in (featurehost--list (featurehost--state node :layout))
                        when (equal (featurehost--get line :type) "child")
                        collect (featurehost--get line :key)))
        lines)
    (cl-labels ((add (part)
                  (let ((child (featurehost--get part :child)))
                    (when (and (stringp child) (not (member child known)))
                      (push child known)
                      (push (list :type "child" :key child :label (or (featurehost--get part :title) "")) lines))
                    (mapc #'add (featurehost--list (featurehost--get part :children))))))
      (let ((panes (featurehost--state node :panes)))
        (when (and panes (not (eq panes :null)))
          (add panes))))
    (nreverse lines)))

(defun featurehost--view-children (node &optional is-arranged)
  "Return the children of the view NODE, each after its line.
If IS-ARRANGED, leave out those that are shown only in panes."
  (cl-loop for line in (featurehost--view-lines node is-arranged)
           for key = (featurehost--get line :key)
           when (and key (equal (featurehost--get line :type) "child"))
           nconc (let ((held (featurehost--state node key)))
                   (cond ((vectorp held)
                          (cl-loop for entry across held
                                   collect (cons line (featurehost--below node key (featurehost--get entry :id)))))
                         (held (list (cons line (featurehost--below node key))))))))

(defun featurehost--insert-view (node indent)
  "Insert the lines of the view NODE, each after INDENT."
  (let* ((is-arranged (and featurehost--layer
                           (equal (featurehost--node-path node)
                                  (plist-get (featurehost--layer-leaf featurehost--layer) :path))))
         (lines (featurehost--view-lines node is-arranged)) (was-button nil)
         (width (cl-loop for line in lines
                         maximize (string-width (featurehost--plain (featurehost--get line :label))))))
    (dolist (line lines)
      (let ((type (featurehost--get line :type)) (label (featurehost--plain (featurehost--get line :label)))
            (action (featurehost--get line :action)))
        (when (and was-button (not (equal type "button")))
          (insert "\n"))
        (pcase type
          ("button"
           (insert (if was-button " " indent))
           (featurehost--send-button label node action (featurehost--get line :params)))
          ("section" (insert indent (propertize label 'face 'featurehost-title) "\n"))
          ((guard (and (equal type "child")
                       (let ((held (featurehost--state node (or (featurehost--get line :key) ""))))
                         (or (not held) (vectorp held) (featurehost--get held :kind)))))
           (featurehost--insert-children node line indent))
          (_ (insert indent (truncate-string-to-width label (max width (string-width label)) nil ?\s) "  ")
             (featurehost--insert-value node line)
             (insert "\n")))
        (setq was-button (equal type "button"))))
    (when was-button (insert "\n"))))

(defun featurehost--insert-children (node line indent)
  "Insert the children of NODE that LINE shows, after INDENT."
  (pcase-dolist (`(,of . ,child) (featurehost--view-children node))
    (when (and child (equal of line))
      (insert indent (propertize (featurehost--plain (featurehost--get line :label)) 'face 'featurehost-title) " ")
      (unless (equal (featurehost--kind child) "view")
        (featurehost--button (concat "Open " (featurehost--title child))
                             (lambda () (featurehost--open-part child)) t nil (featurehost--node-path child))
        (dolist (item (featurehost--list (featurehost--state child :items)))
          (insert "\n  " indent (mapconcat (lambda (column)
                                             (featurehost--cell column item))
                                           (featurehost--columns child) "  "))))
      (insert "\n")
      (when (equal (featurehost--kind child) "view")
        (featurehost--insert-view child (concat "  " indent))))))

(defun featurehost--open-part (node)
  "Show NODE, which is part of another feature, in a separate buffer."
  (let* ((instance (featurehost--node-instance node)) (id (list 'part (featurehost--node-path node)))
         (featurehost--awaited (featurehost--instance-session instance))
         (layer (or (cl-find id (featurehost--instance-layers instance) :key #'featurehost--layer-id :test #'equal)
                    (featurehost--open-layer instance id (featurehost--node-path node)))))
    (pop-to-buffer (featurehost--layer-buffer layer) featurehost-sheet-display-action)
    (featurehost--draw-layer layer)))

(defun featurehost--insert-value (node line)
  "Insert the value that LINE of NODE shows; an editable value is a button."
  (let* ((value (featurehost--line-value node line))
         (type (featurehost--get line :type)) (action (featurehost--get line :action))
         (cell (featurehost--get line :cell))
         (text (pcase type
                 ((guard (stringp (featurehost--get cell :text))) (featurehost--toned-text cell))
                 ("toggle" (if (featurehost--on-p value) "[x]" "[ ]"))
                 ((and "progress" (guard (numberp value))) (featurehost--bar value))
                 ("image" (format "[image: %s]" (featurehost--plain (or value (featurehost--get line :label)))))
                 (_ (featurehost--plain value)))))
    (if (not action)
        (insert (if (equal (featurehost--get line :role) "destructive")
                    (propertize text 'face 'featurehost-error)
                  text))
      (insert-text-button (if (string-empty-p text) "…" text)
                          'action (lambda (_) (featurehost--set-line node line))
                          'follow-link t 'featurehost-line (cons node line)
                          'featurehost-place (list 'line (featurehost--node-path node) line)
                          'face (if (featurehost--can node action) 'button 'featurehost-help)))))

(defun featurehost--bar (value)
  "Return the progress VALUE, a share or a percentage, as a bar."
  (let* ((share (min 1.0 (max 0.0 (if (<= value 1) value (/ value 100.0))))) (full (round (* share 24))))
    (format "%s%s %d%%" (make-string full ?━) (make-string (- 24 full) ?╌) (round (* share 100)))))

(defun featurehost--set-line (node line)
  "Let the user set the value that LINE of the view NODE shows."
  (let* ((action (featurehost--get line :action)) (params (featurehost--get line :params))
         (value (featurehost--line-value node line))
         (prompt (concat (featurehost--plain (featurehost--get line :label)) ": ")))
    (cond ((not (featurehost--takes-value node action)) (featurehost--send node action params))
          ((memq value '(t :false)) (featurehost--change-line node line (lambda (value) (if (eq value t) :false t))))
          (t (let ((entered (if (numberp value) (read-number prompt value)
                              (featurehost--scalars (read-string prompt (and (stringp value) value))))))
               (featurehost--change-line node line (lambda (_) entered)))))))

(defun featurehost--line-value (node line)
  "Return the value of NODE that LINE shows.
A view of a workspace has its values in the lines."
  (if (plist-member line :value)
      (plist-get line :value)
    (plist-get (featurehost--in node :state) (featurehost--key (or (featurehost--get line :key) "")))))

(defun featurehost--change-line (node line change)
  "Call CHANGE with the newest value of LINE of NODE, and send the result."
  (featurehost--in-turn
   node
   (lambda (newest)
     (featurehost--send newest (featurehost--get line :action)
                        (append (featurehost--get line :params)
                                (list :value (funcall change (featurehost--line-value newest line))))))))

(defun featurehost--change-number (by)
  "Change the number at point by BY; without a number, move point by BY."
  (pcase-let ((`(,node . ,line) (get-text-property (point) 'featurehost-line)))
    (if (and line (numberp (featurehost--line-value node line))
             (featurehost--takes-value node (featurehost--get line :action)))
        (featurehost--change-line node line (lambda (value) (+ value by)))
      (forward-char by))))

(defun featurehost-more ()
  "Increase the number at point; elsewhere go forward."
  (interactive)
  (featurehost--change-number 1))

(defun featurehost-less ()
  "Decrease the number at point; elsewhere go back."
  (interactive)
  (featurehost--change-number -1))

;;;; Questions

(defvar featurehost-question-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap (list featurehost-common-map button-buffer-map) special-mode-map))
    (define-key map [remap keyboard-quit] #'featurehost-leave-question)
    (define-key map "q" #'featurehost-leave-question)
    (define-key map (kbd "<right>") #'forward-button)
    (define-key map (kbd "<left>") #'backward-button)
    (define-key map [remap self-insert-command] #'featurehost-press)
    map)
  "Keys of questions; each question also has keys for its answers.")

(define-derived-mode featurehost-question-mode special-mode "Question"
  "A question of the host, or about the host.
A letter in brackets is the key of the answer.

\\{featurehost-question-mode-map}"
  :interactive nil
  (featurehost--set-up)
  (buffer-disable-undo)
  (setq-local mode-line-format '(" " (:eval (featurehost--crumbs)))
              cursor-in-non-selected-windows nil))

(defvar-local featurehost--answers nil "The enabled answers: pairs of a key and a function.")
(defvar-local featurehost--behind-time nil
  "The time of the last key that may have been typed for an earlier screen.")

(defun featurehost--deliberate (role press)
  "Return PRESS, the function of an answer with ROLE, with a protection.
A destructive answer ignores keys that may have been typed before the question
appeared."
  (if (not (equal role "destructive"))
      press
    (lambda ()
      (when (featurehost--is-recent featurehost--behind-time)
        (setq featurehost--behind-time (funcall featurehost--clock))
        (user-error "This was typed before the question was there: read it, and type it again"))
      (funcall press))))

(defun featurehost--question (layer)
  "Return the question of LAYER: its title, message, answers and way out.
Each answer is a list of its title, its role, a function, and non-nil if it
is enabled.  The way out is a value of `featurehost--way-out'."
  (let* ((instance (featurehost--layer-instance layer))
         (node (or (featurehost--node-at instance (featurehost--layer-path layer))
                   (featurehost--node-at instance nil))))
    (pcase (featurehost--layer-id layer)
      (`(asked . ,_) (featurehost--question-presented node))
      (`(alert ,_ ,id) (featurehost--question-alert node id))
      (`(blocked . ,_)
       (let ((keep (lambda () (featurehost--send node "keepEditing"))))
         (list "There are unsaved changes" "Leaving now would lose them."
               (list (list "Keep editing" "cancel" keep t)
                     (list "Discard" "destructive" (lambda () (featurehost--send node "confirmDiscard")) t))
               keep)))
      (_ (list "The host has ended"
               (concat "What is shown was its last state.\n"
                       (if (featurehost--is-unsaved (featurehost--node-at instance nil))
                           "What was entered is kept, and entered again after a restart where it can be.\n"
                         "")
                       (featurehost--session-death (featurehost--instance-session instance)))
               (list (list "Restart" "primary" (lambda () (featurehost--restart (featurehost--instance-session instance))) t)
                     (list "Later" "cancel" #'quit-window t))
               #'quit-window)))))

(defun featurehost--question-presented (node)
  "Return the question that NODE presents, as `featurehost--question' does."
  (let* ((presented (featurehost--in node :presentation)) (key (featurehost--get presented :key))
         (answers (mapcar (lambda (button)
                            (list (featurehost--plain (featurehost--get button :title))
                                  (featurehost--get button :role)
                                  (lambda ()
                                    (featurehost--send node "pressButton"
                                                       (list :key key :buttonId (featurehost--get button :id))))
                                  (not (featurehost--false-p button :enabled))))
                          (featurehost--list (featurehost--get presented :buttons)))))
    (list (featurehost--plain (featurehost--get presented :title))
          (featurehost--joined "\n\n" (featurehost--paragraph (featurehost--get presented :message))
                               (if-let* ((reason (featurehost--get presented :reason :text)))
                                   (concat "! " (featurehost--paragraph reason))
                                 ""))
          answers
          (if (featurehost--get presented :dismissible)
              (lambda () (featurehost--send node "dismiss" (list :key key)))
            (nth 2 (cl-find "cancel" answers :key #'cadr :test #'equal))))))

(defun featurehost--question-alert (node id)
  "Return the question about the error ID of NODE, as `featurehost--question'."
  (let* ((error (cl-find id (featurehost--list (featurehost--in node :errors))
                         :key (lambda (error) (featurehost--get error :id)) :test #'equal))
         (dismiss (lambda () (featurehost--dismiss node error))))
    (list "That went wrong" (featurehost--paragraph (featurehost--get error :message))
          (append (and (featurehost--get error :retry)
                       (list (list "Retry" "primary" (lambda () (featurehost--retry node error)) t)))
                  (list (list "OK" "cancel" dismiss t)))
          dismiss)))

(defun featurehost--draw-question (layer)
  "Draw the question of LAYER."
  (pcase-let* ((`(,title ,message ,answers ,way-out) (featurehost--question layer))
               (inhibit-read-only t) (keys nil) (safe nil) (kept nil)
               (chosen (and (button-at (point)) (button-label (button-at (point))))))
    (setq featurehost--way-out way-out)
    (when (featurehost--changes (list title message (mapcar (lambda (answer) (list (car answer) (nth 3 answer))) answers)))
      (unless (zerop (buffer-size))
        (featurehost--guard-buffer layer))
      (setq featurehost--behind-time (and (input-pending-p) (funcall featurehost--clock)))
      (erase-buffer)
      (setq featurehost--answers nil)
      ;; The keys of the answers are bound here one by one: in a key sequence such as C-x d, d must not answer.
      (use-local-map (make-sparse-keymap))
      (set-keymap-parent (current-local-map) featurehost-question-mode-map)
      (insert (propertize title 'face 'featurehost-title) "\n")
      (unless (string-empty-p message)
        (insert message "\n"))
      (insert "\n")
      (pcase-dolist (`(,label ,role ,press ,is-enabled) answers)
        (let ((key (featurehost--free-key label keys)) (press (featurehost--deliberate role press)))
          (push key keys)
          (when is-enabled
            (push (cons key press) featurehost--answers)
            (define-key (current-local-map) (vector key) #'featurehost-press)
            (unless (equal role "destructive")
              (setq safe (point))
              (when (equal label chosen)
                (setq kept (point)))))
          (insert (propertize (format "[%c] " key) 'face 'featurehost-help))
          (insert-text-button label 'action (lambda (_) (funcall press)) 'follow-link t
                              'face (cond ((not is-enabled) 'featurehost-help)
                                          ((equal role "destructive") 'featurehost-error)
                                          (t 'button)))
          (insert "   ")))
      (insert "\n")
      ;; An irreversible choice must never be a single key away.
      (featurehost--move-all (if safe (+ (or kept safe) 4) (point-min)))
      (dolist (window (get-buffer-window-list nil nil t))
        (unless (window-full-height-p window)
          (fit-window-to-buffer window))))))

(defun featurehost--free-key (label taken)
  "Return a character that is not among TAKEN, preferably one of LABEL."
  (or (cl-find-if (lambda (char) (and (<= ?a char ?z) (not (eq char ?q)) (not (memq char taken))))
                  (downcase label))
      (cl-find-if-not (lambda (char) (memq char taken)) "123456789abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")))

(defun featurehost-press ()
  "Call the function of the answer whose key was typed."
  (interactive)
  (if-let* ((answer (assq last-command-event featurehost--answers)))
      (funcall (cdr answer))
    (message "A letter in brackets is the key of its answer")))

(defun featurehost-leave-question ()
  "Leave the question without an answer, if possible."
  (interactive)
  (if featurehost--way-out
      (funcall featurehost--way-out)
    (message "This has to be answered")))

;;;; Sources

(defvar featurehost-sources nil
  "The sources for which Emacs answers: an alist of names and plists.
`featurehost-define-source' describes the plists.")

(define-error 'featurehost-source-error "The source can't do that")

;;;###autoload
(defun featurehost-define-source (name &rest handlers)
  "Let Emacs answer for the source NAME of workspaces, by HANDLERS.
HANDLERS is a plist of functions.  Each function gets the params of its
request, as the protocol defines them, as a plist.

`:fetch' returns all rows as a list of plists or alists, or one page as the
result of `source/fetch': a plist in which `:items' is a vector.
`:search', `:insert', `:update', `:move', `:delete' and `:perform' return
the result of the method as a plist; nil is an empty result.  For example,
`:perform' returns (:output VALUE) or (:errors [(:path P :code C :message M)]).

In values, null is `:null', false is `:false' and an array is a vector.  A
function that can't perform its request calls `featurehost-source-fail'.
Sources are offered to a host when the host is started."
  (setf (alist-get name featurehost-sources nil nil #'equal) handlers))

(defun featurehost-source-fail (code message &optional is-final)
  "Fail the request of a source's handler with MESSAGE for users.
CODE is a camelCase word for programs.  If IS-FINAL is non-nil, the same
request can't succeed later."
  (signal 'featurehost-source-error (list code message is-final)))

(defun featurehost-source-changed (name)
  "Notify all hosts that rows of the source NAME have changed."
  (dolist (session featurehost--sessions)
    (when (and (member name (featurehost--session-sources session)) (not (featurehost--session-death session)))
      (featurehost--forget-rows session name)
      (jsonrpc-notify (featurehost--session-connection session) "source/changed" (list :source name)))))

(defun featurehost--answer (session method params)
  "Return the answer to the request METHOD with PARAMS of the host of SESSION."
  (let* ((name (featurehost--get params :source)) (op (featurehost--get params :opId))
         (handlers (cdr (assoc name featurehost-sources)))
         (does (and (string-prefix-p "source/" method)
                    (plist-get handlers (featurehost--key (string-remove-prefix "source/" method)))))
         (known (and op (gethash (list name op) (featurehost--session-done session)))))
    (cond ((not (string-prefix-p "source/" method))
           `(:error (:code -32601 :message ,(format "There is no method %s" method))))
          ((not handlers) `(:error (:code -32602 :message ,(format "There is no source %s" name) :data (:param "source"))))
          ((not does) `(:error (:code -32601 :message ,(format "The source %s can't do %s" name method))))
          (known known)
          (t (let ((answer (featurehost--handled
                            (if (equal method "source/fetch") (lambda (_) (featurehost--fetched session name does params))
                              does)
                            method params)))
               (when op
                 (featurehost--forget-rows session name))
               (when (and op (plist-member answer :result))
                 (puthash (list name op) answer (featurehost--session-done session)))
               answer)))))

(defun featurehost--handled (does method params)
  "Return the answer of the handler DOES to METHOD with PARAMS."
  (condition-case failure
      (let ((answer (list :result (funcall does params))))
        ;; A value that can't be encoded is reported as an error too.
        (featurehost--encode answer)
        answer)
    (featurehost-source-error
     (pcase-let ((`(,code ,message ,is-final) (cdr failure)))
       `(:error (:code -31009 :message ,message :data (:code ,code :retryable ,(if is-final :false t))))))
    (error
     ;; The error of an operation may repeat a secret.
     `(:error (:code -31009
               :message ,(if (equal method "source/perform") (format "It failed: %s" (car failure))
                           (featurehost--scalars (error-message-string failure))))))))

(defun featurehost--fetched (session name fetch params)
  "Return the page of the source NAME for PARAMS; FETCH returns the rows.
A list of all rows is stored in SESSION, because a host that filters or sorts
requests all pages.  It is dropped when the last page is requested, or when
the rows change."
  (let* ((held (assoc name (featurehost--session-rows session)))
         (is-next (and held (not (featurehost--get params :refresh)) (< 0 (or (featurehost--get params :offset) 0))))
         (result (if is-next (cdr held) (funcall fetch params)))
         (page (featurehost--page result params)))
    (featurehost--forget-rows session name)
    (unless (or (eq page result) (eq t (plist-get page :endReached)))
      (push (cons name result) (featurehost--session-rows session)))
    page))

(defun featurehost--forget-rows (session name)
  "Drop the stored rows of the source NAME for SESSION."
  (setf (alist-get name (featurehost--session-rows session) nil t #'equal) nil))

(defun featurehost--page (result params)
  "Return RESULT, or its page for PARAMS if RESULT is a list of all rows."
  (if (keywordp (car-safe result))
      result
    (let* ((offset (or (featurehost--get params :offset) 0)) (rest (nthcdr offset result))
           (page (seq-take rest (or (featurehost--get params :limit) (length rest)))))
      (list :items (vconcat page) :totalCount (length result)
            :endReached (if (nthcdr (length page) rest) :false t)))))

;;;;; Buffers

(defun featurehost--buffer-rows ()
  "Return the buffers of Emacs as rows, most recently used first."
  (cl-loop for buffer in (buffer-list)
           for name = (buffer-name buffer)
           unless (string-prefix-p " " name)
           collect (list :id (featurehost--scalars name)
                         :name (featurehost--scalars name)
                         :mode (string-remove-suffix "-mode" (symbol-name (buffer-local-value 'major-mode buffer)))
                         :file (if-let* ((file (buffer-file-name buffer)))
                                   (featurehost--scalars (abbreviate-file-name file))
                                 :null)
                         :modified (if (and (buffer-file-name buffer) (buffer-modified-p buffer)) t :false)
                         :size (buffer-size buffer))))

(defun featurehost--buffer-named (id)
  "Return the buffer whose row has ID, or report that it no longer exists."
  (or (cl-find id (buffer-list) :key (lambda (buffer) (featurehost--scalars (buffer-name buffer))) :test #'equal)
      (featurehost-source-fail "targetGone" (format "There is no buffer %s any more." id) t)))

(defun featurehost--delete-buffers (params)
  "Kill the buffers in `:ids' of PARAMS; kill none if one has unsaved changes."
  (let ((buffers (cl-loop for id across (featurehost--get params :ids)
                          for buffer = (ignore-errors (featurehost--buffer-named id))
                          when buffer collect buffer)))
    (dolist (buffer buffers)
      (when (and (buffer-file-name buffer) (buffer-modified-p buffer))
        (featurehost-source-fail "unsavedChanges" (format "%s has unsaved changes; save it first." (buffer-name buffer))))
      (when (with-current-buffer buffer
              (and featurehost--layer (featurehost--here) (featurehost--is-unsaved (featurehost--here))))
        (featurehost-source-fail "unsavedChanges" (format "%s has unsaved changes; finish it first." (buffer-name buffer)))))
    ;; The host waits for the answer, so Emacs must not ask the user about a buffer.
    (let ((kill-buffer-query-functions nil))
      (mapc #'kill-buffer buffers))
    nil))

(defun featurehost--perform-on-buffers (params)
  "Perform `:operation' of PARAMS, show or save, on the buffers in `:input'."
  (let ((buffers (mapcar #'featurehost--buffer-named
                         (featurehost--list (featurehost--get params :input :ids)))))
    (pcase (featurehost--get params :operation)
      ("show"
       ;; The buffers are shown after the answer, because the host may close the dialog that requested them.
       (run-at-time 0 nil (lambda () (mapc #'pop-to-buffer buffers))))
      ("save"
       (dolist (buffer buffers)
         (with-current-buffer buffer
           (when (buffer-file-name) (save-buffer)))))
      (other (featurehost-source-fail "invalidData" (format "Buffers can't %s." other) t)))
    (list :output (list :count (length buffers)))))

(featurehost-define-source "buffers"
                           :fetch (lambda (_) (featurehost--buffer-rows))
                           :delete #'featurehost--delete-buffers
                           :perform #'featurehost--perform-on-buffers)

(defvar featurehost--buffers-told nil "The names of the buffers that were last reported to the hosts.")
(defvar featurehost--buffers-timer nil "The timer that reports changed buffers.")

(defun featurehost--buffers-changed ()
  "Notify the hosts of changed buffers when Emacs is idle."
  (unless (timerp featurehost--buffers-timer)
    (setq featurehost--buffers-timer
          (run-with-idle-timer
           0.5 nil
           (lambda ()
             (setq featurehost--buffers-timer nil)
             (let ((names (sort (mapcar #'buffer-name (buffer-list)) #'string<)))
               (unless (equal names featurehost--buffers-told)
                 (setq featurehost--buffers-told names)
                 (featurehost-source-changed "buffers"))))))))

(defun featurehost--set-hooks ()
  "Add the hooks that the current sessions need, and remove those not needed."
  (cl-flet ((have (is-needed hook function)
              (if is-needed (add-hook hook function) (remove-hook hook function))))
    (have featurehost--sessions 'kill-emacs-query-functions #'featurehost--may-end)
    (have featurehost--sessions 'pre-command-hook #'featurehost--before-key)
    (have featurehost--sessions 'window-configuration-change-hook #'featurehost--windows-changed)
    (have featurehost--sessions 'window-size-change-functions #'featurehost--windows-changed)
    (have (cl-some (lambda (session) (member "buffers" (featurehost--session-sources session))) featurehost--sessions)
          'buffer-list-update-hook #'featurehost--buffers-changed)))

(defun featurehost--may-end ()
  "Ask whether Emacs may exit if that loses entered values."
  (or (not (cl-some (lambda (instance) (featurehost--is-unsaved (featurehost--node-at instance nil)))
                    (cl-mapcan (lambda (session) (copy-sequence (featurehost--session-instances session)))
                               featurehost--sessions)))
      (yes-or-no-p "There are unsaved changes in features; exit all the same? ")))

;;;; Commands

(defun featurehost--kind-note (entries title)
  "Return the kind of the entry TITLE among ENTRIES of the catalog, as a note."
  (when-let* ((entry (cdr (assoc title entries))))
    (let ((purpose (featurehost--plain (featurehost--get entry :description))) (key (featurehost--get entry :key)))
      (format "  %s%s  %s" (if key (format "(%s)  " (featurehost--plain key)) "")
              (featurehost--plain (featurehost--get entry :kind))
              (propertize (if (string-empty-p purpose) (featurehost--plain (featurehost--get entry :id)) purpose)
                          'face 'featurehost-help)))))

(defun featurehost--grouped-titles (entries)
  "Return a function for completion that groups the titles of ENTRIES.
An entry of ENTRIES is a title, followed by a feature or a command."
  (lambda (title is-transformed)
    (let ((entry (cdr (assoc title entries))))
      (if is-transformed
          (concat (featurehost--glyph entry) title)
        (featurehost--plain (featurehost--get entry :group))))))

(defun featurehost--by-title (entries)
  "Return ENTRIES of the catalog by title, or by id for equal titles."
  (let ((titles (mapcar (lambda (entry) (featurehost--plain (featurehost--get entry :title))) entries)))
    (cl-loop for entry in entries for title in titles
             collect (cons (if (> (cl-count title titles :test #'equal) 1)
                               (format "%s (%s)" title (featurehost--plain (featurehost--get entry :id)))
                             title)
                           entry))))

(defun featurehost--offered (session)
  "Return the entries of the catalog of SESSION that a user can choose.
Their kinds can be drawn, they are no parts of other features, and they can be
opened without params."
  (cl-remove-if-not (lambda (entry)
                      (and (member (featurehost--get entry :kind) '("list" "form" "search" "text" "flow" "view"))
                           (not (featurehost--get entry :hidden))
                           (null (featurehost--list (featurehost--get entry :params :required)))))
                    (featurehost--session-entries session)))

(defun featurehost--read-title (prompt entries category note &optional keys)
  "Ask with PROMPT for the title of one of ENTRIES, and return the title.
An entry of ENTRIES is a title, followed by a feature or a command.  CATEGORY is
the category of the completion, and NOTE returns a note about a title.  One of
KEYS, pairs of a key and a title, can be typed instead of its title.
The space key inserts a space.  By default it completes a word, and the next
letters of a title that is typed as it is would follow the completed ones."
  (minibuffer-with-setup-hook
      (lambda ()
        (use-local-map (make-composed-keymap (let ((map (make-sparse-keymap)))
                                               (define-key map " " #'self-insert-command)
                                               map)
                                             (current-local-map))))
    (let ((answer (completing-read
                   prompt
                   (lambda (text predicate action)
                     (cond ((eq action 'metadata)
                            `(metadata (category . ,category) (display-sort-function . identity)
                                       (group-function . ,(featurehost--grouped-titles entries))
                                       (annotation-function . ,note)))
                           ((and (eq action 'lambda) (assoc text keys)) t)
                           (t (complete-with-action action entries text predicate))))
                   nil t)))
      (or (and (not (assoc answer entries)) (cdr (assoc answer keys))) answer))))

(defun featurehost--read-feature (session)
  "Ask for a feature of SESSION, and return its id."
  (unless (featurehost--offered session)
    (user-error "The workspace has no feature that can be shown here"))
  (let* ((entries (featurehost--by-title (featurehost--offered session)))
         (title (featurehost--read-title "Feature: " entries 'featurehost-feature
                                         (lambda (title) (featurehost--kind-note entries title))
                                         (cl-loop for (title . entry) in entries
                                                  for key = (featurehost--get entry :key)
                                                  when (stringp key) collect (cons key title)))))
    (or (featurehost--get (cdr (assoc title entries)) :id) (user-error "No feature was chosen"))))

(defun featurehost--workspace-file (workspace)
  "Return the absolute name of the file WORKSPACE, or nil if there is none."
  (and workspace
       (let ((file (expand-file-name workspace)))
         (if (file-readable-p file) file (user-error "There is no workspace %s" file)))))

;;;###autoload
(defun featurehost (&optional workspace feature)
  "Open FEATURE, the id of a feature of WORKSPACE, in a buffer.
Interactively, choose the feature from the catalog.  WORKSPACE is a file; nil
means `featurehost-workspace'.  With a prefix argument, its name is read."
  (interactive (list (and current-prefix-arg (read-file-name "Workspace: " nil nil t))))
  (let ((session (featurehost--session-for (featurehost--workspace-file (or workspace featurehost-workspace)))))
    (when (featurehost--session-death session)
      (featurehost--restart session))
    (let* ((feature (unwind-protect
                        (let ((featurehost--asked-about session))
                          (featurehost--await session (lambda () (featurehost--session-is-ready session)))
                          (featurehost--set-hooks)
                          (featurehost--settle-trust session)
                          (or feature (featurehost--read-feature session)))
                      (featurehost--stop-later session)))
           (open (cl-find feature (featurehost--session-instances session)
                          :key #'featurehost--instance-feature :test #'equal)))
      (if open
          (progn
            (featurehost--leave-panes)
            (pop-to-buffer-same-window
             (featurehost--layer-buffer (car (last (featurehost--instance-layers open))))))
        (let (is-answered)
          (featurehost--open session feature nil nil
                             (lambda (instance)
                               (setq is-answered t)
                               (if instance (featurehost--show-opened instance) (discard-input))))
          (featurehost--await session (lambda () is-answered)))))))

;;;;; The palette

(defun featurehost--commands (session query)
  "Return the host's commands for the feature of this buffer that match QUERY.
Without a feature, return the features of SESSION to open."
  (let ((node (and featurehost--layer (featurehost--leaf-here))) (answer nil) (failure nil))
    (featurehost--request
     session "host/commands"
     (append (and node (list :instance (featurehost--instance-name (featurehost--node-instance node))))
             (and node (featurehost--node-path node) (list :path (vconcat (featurehost--node-path node))))
             (and query (not (string-empty-p query)) (list :query query)))
     (lambda (result) (setq answer result))
     (lambda (error) (setq failure error)))
    (featurehost--await session (lambda () (or answer failure)))
    (when failure
      (user-error "%s" (featurehost--explain "host/commands" failure)))
    (featurehost--list (featurehost--get answer :commands))))

(defun featurehost--command-note (commands title)
  "Return a note about TITLE among COMMANDS: its key, and its purpose or fault."
  (let ((command (cdr (assoc title commands))))
    (concat (and (featurehost--get command :key) (format "  (%s)" (featurehost--plain (featurehost--get command :key))))
            (when-let* ((text (or (featurehost--get command :message) (featurehost--get command :description))))
              (concat "  " (propertize (featurehost--plain text) 'face 'featurehost-help))))))

(defun featurehost--perform-command (session command)
  "Perform COMMAND, which was returned by the host of SESSION."
  (let ((params (featurehost--get command :params)))
    (cond ((featurehost--get command :message)
           (user-error "%s: %s" (featurehost--plain (featurehost--get command :title))
                       (featurehost--plain (featurehost--get command :message))))
          ((equal (featurehost--get command :method) "feature/open")
           (featurehost (featurehost--session-workspace session) (featurehost--get params :feature)))
          (t
           (let ((node (and featurehost--layer
                            (featurehost--node-at (featurehost--layer-instance featurehost--layer)
                                                  (featurehost--list (featurehost--get params :path))))))
             (unless node
               (user-error "The feature of this command is not there now"))
             (featurehost--act-on node (featurehost--get params :action) (featurehost--get params :params)))))))

;;;###autoload
(defun featurehost-palette (&optional query)
  "Choose from everything that can be done in the feature of this buffer.
The features to open are offered too.  What you use most is first.  With a
prefix argument, read QUERY: only what matches it is offered, by title,
keywords, group or description."
  (interactive (list (and current-prefix-arg (read-string "Palette, matching: "))))
  (when featurehost--layer
    (featurehost--await-turn))
  (let ((session (if featurehost--layer
                     (featurehost--instance-session (featurehost--layer-instance featurehost--layer))
                   (featurehost--session-for (featurehost--workspace-file featurehost-workspace)))))
    (unless featurehost--layer
      (when (featurehost--session-death session)
        (featurehost--restart session))
      (featurehost--await session (lambda () (featurehost--session-is-ready session)))
      (featurehost--set-hooks)
      (featurehost--settle-trust session))
    (let* ((commands (featurehost--by-title (featurehost--commands session query)))
           (title (featurehost--read-title "Palette: " commands 'featurehost-command
                                           (lambda (title) (featurehost--command-note commands title)))))
      (when-let* ((command (cdr (assoc title commands))))
        (featurehost--perform-command session command)))))

(defun featurehost--show-opened (instance)
  "Show INSTANCE, which was just opened, in the selected window."
  (when instance
    (featurehost--leave-panes)
    (let* ((featurehost--awaited (featurehost--instance-session instance))
           (layer (featurehost--open-layer instance '(root) nil)))
      (if (minibufferp)
          (display-buffer (featurehost--layer-buffer layer))
        (pop-to-buffer-same-window (featurehost--layer-buffer layer)))
      (featurehost--draw-layer layer)
      (featurehost--draw-instance instance))))

(defun featurehost-restart ()
  "Restart the host of this buffer after it has ended, and reopen its features."
  (interactive)
  (let ((session (featurehost--instance-session
                  (featurehost--layer-instance (or featurehost--layer (user-error "This buffer shows no feature"))))))
    (if (featurehost--session-death session)
        (featurehost--restart session)
      (user-error "The host has not ended"))))

(defun featurehost--restart (session)
  "Restart the host of SESSION, and open its features again."
  (when (featurehost--session-death session)
    (clrhash (featurehost--session-done session))
    (setf (featurehost--session-rows session) nil)
    (featurehost--start session)
    (dolist (instance (featurehost--session-instances session))
      (cl-incf (featurehost--instance-unanswered instance))
      (setq featurehost--pressed instance)
      (featurehost--reopen instance (featurehost--routes instance)))))

(defun featurehost-trust ()
  "Ask again whether the programs of an untrusted workspace may be run.
Use the workspace of this buffer if it is untrusted, otherwise another open one."
  (interactive)
  (let ((session (cl-find-if #'featurehost--session-untrusted
                             (if featurehost--layer
                                 (cons (featurehost--instance-session (featurehost--layer-instance featurehost--layer))
                                       featurehost--sessions)
                               featurehost--sessions))))
    (unless session
      (user-error "No workspace is held back"))
    (setf (featurehost--session-held session) nil)
    (featurehost--settle-trust session)))

(defun featurehost--routes (instance)
  "Return the params that open the flow INSTANCE with its stack, or nil."
  (let ((state (featurehost--get (featurehost--instance-snapshot instance) :state)))
    (when (and (cdr (featurehost--list (featurehost--get state :stack))) (not (featurehost--get state :steps)))
      (list :routes (vconcat (mapcar (lambda (entry)
                                       (list :route (featurehost--get entry :route)
                                             :params (featurehost--get entry :params)))
                                     (featurehost--list (featurehost--get state :stack))))))))

(defun featurehost--reopen (instance params)
  "Open the feature of INSTANCE in the restarted host, optionally with PARAMS."
  (let ((session (featurehost--instance-session instance)))
    (featurehost--request
     session "feature/open"
     `(:feature ,(featurehost--instance-feature instance) :instance ,(featurehost--instance-name instance)
       ,@(and params (list :params params)))
     (lambda (result)
       (if (memq instance (featurehost--session-instances session))
           (featurehost--reopened instance (featurehost--get result :snapshot))
         (featurehost--request session "feature/close" (list :instance (featurehost--instance-name instance))
                               #'ignore #'ignore)))
     (lambda (error)
       (if params
           (featurehost--reopen instance nil)
         (pcase-dolist (`(,_ ,_ ,title ,entered) (featurehost--all-entered instance))
           (pcase-dolist (`(,label ,text . ,_) entered)
             (featurehost--lose title label text)))
         (featurehost--say (featurehost--explain "open" error))
         (featurehost--forget instance)
         (featurehost--answered instance))))))

(defun featurehost--reopened (instance snapshot)
  "Show the SNAPSHOT of the reopened INSTANCE, and enter its values again."
  (let ((entered (featurehost--all-entered instance)) (queries (featurehost--queries instance)))
    (dolist (layer (featurehost--all-layers instance))
      (when (buffer-live-p (featurehost--layer-buffer layer))
        (with-current-buffer (featurehost--layer-buffer layer)
          ;; Everything is redrawn, because the restarted host uses ids and revisions from the beginning again.
          (setq featurehost--drawn nil))))
    (setf (featurehost--instance-snapshot instance) snapshot
          (featurehost--instance-is-away instance) nil
          (featurehost--instance-is-changed instance) t)
    (featurehost--enter-again instance entered)
    (pcase-dolist (`(,minibuffer ,place ,feature) queries)
      (let ((node (featurehost--node-in instance place)))
        (when (and node (equal (featurehost--in node :feature) feature))
          (with-current-buffer minibuffer
            (setq featurehost--query-node node)
            (featurehost--query-changed)))))
    (featurehost--answered instance)))

(defun featurehost--queries (instance)
  "Return the minibuffers in which a query of INSTANCE is typed.
Each is followed by the place and the feature of the search."
  (cl-loop for buffer in (buffer-list)
           for node = (buffer-local-value 'featurehost--query-node buffer)
           when (and node (eq (featurehost--node-instance node) instance))
           collect (list buffer (featurehost--place node) (featurehost--in node :feature))))

(provide 'featurehost)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:
;;; featurehost.el ends here
