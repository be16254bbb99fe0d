;;; conform.el --- Follow the orders of featurehost conform  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A client program that `featurehost conform --client' controls to test
;; featurehost.el.  It acts like a user.  An order is a request of the conformance
;; kit, as protocol/conformance/README.md specifies.  README.md in this folder has
;; the command.

;;; Code:

(require 'featurehost)

(defvar conform--session nil "The session to which orders apply.")
(defvar conform--refusal nil "The error that the host answered with last.")
(defvar conform--waiting nil "Pairs of a condition and a function to call when the condition holds.")

(defun conform--say (id said)
  "Answer the order ID with SAID, a plist with a result or an error."
  (send-string-to-terminal (concat (featurehost--encode `(:jsonrpc "2.0" :id ,id ,@said)) "\n")))

(defun conform--instance (order)
  "Return the instance of ORDER, or nil if it is not open yet."
  (and conform--session
       (cl-find (featurehost--get order :instance) (featurehost--session-instances conform--session)
                :key #'featurehost--instance-name :test #'equal)))

(defun conform--start (order done _)
  "Start the host of ORDER, and call DONE when its catalog has arrived."
  (let ((command (featurehost--list (featurehost--get order :command))))
    (setq featurehost-program (car command)
          featurehost-arguments (cdr command)
          featurehost-sources nil
          featurehost--sessions nil
          conform--session (featurehost--session-for nil))
    (conform--when (lambda () (or (featurehost--session-entries conform--session)
                                  (featurehost--session-death conform--session)))
                   (lambda () (funcall done :null)))))

(defun conform--when (condition then)
  "Call THEN as soon as CONDITION holds."
  (if (funcall condition)
      (funcall then)
    (setq conform--waiting (append conform--waiting (list (cons condition then))))))

(defun conform--go-on ()
  "Call the waiting functions whose conditions hold now."
  (dolist (entry conform--waiting)
    (when (funcall (car entry))
      (setq conform--waiting (delq entry conform--waiting))
      (funcall (cdr entry)))))

(defun conform--open (order done refused)
  "Open the feature of ORDER; call DONE with its snapshot, or REFUSED on error."
  (setq conform--refusal nil)
  (featurehost--open conform--session (featurehost--get order :feature) (featurehost--get order :instance)
                     (featurehost--get order :params)
                     (lambda (instance)
                       (featurehost--show-opened instance)
                       (if instance
                           (funcall done (featurehost--instance-snapshot instance))
                         (funcall refused conform--refusal)))))

(defun conform--send (order done refused)
  "Send the action of ORDER; call DONE or REFUSED with the answer."
  (featurehost--request conform--session "feature/send"
                        (cl-loop for (name value) on order by #'cddr
                                 unless (eq value :null) collect name and collect value)
                        done refused))

(defun conform--state (order done _)
  "Call DONE with the snapshot that ORDER requests, as soon as it has arrived."
  (let ((wanted (or (featurehost--get order :revision) 0)))
    (conform--when (lambda () (let ((instance (conform--instance order)))
                                (and instance (>= (featurehost--get (featurehost--instance-snapshot instance) :revision)
                                                  wanted))))
                   (lambda () (funcall done (featurehost--instance-snapshot (conform--instance order)))))))

(defun conform--enter (order done refused)
  "Type the value of ORDER into its field; call DONE or REFUSED with the answer."
  (let* ((instance (conform--instance order)) (path (featurehost--get order :path))
         (value (plist-get order :value)) (before (featurehost--instance-unanswered instance)))
    (setq conform--refusal nil)
    (with-current-buffer (featurehost--layer-buffer (car (featurehost--instance-layers instance)))
      (let ((widget (gethash path featurehost--widgets)))
        (cond ((not (featurehost--is-field widget))
               (featurehost--enter path value
                                   (and (equal (featurehost--type (featurehost--field (featurehost--leaf-here) path))
                                               "secure")
                                        "setSecret")))
              ;; Repeating the value is no change, but the order requires sending it.
              ((equal (widget-value widget) value) (featurehost--enter-text path widget))
              (t (goto-char (widget-field-start widget))
                 (let ((inhibit-modification-hooks nil) (end (widget-field-text-end widget)))
                   (if (= (point) end)
                       (insert value)
                     ;; The text is replaced in one change, as if typed over the old text.
                     (combine-change-calls (point) end
                       (delete-region (point) end)
                       (insert value))))))))
    (conform--when (lambda () (<= (featurehost--instance-unanswered instance) before))
                   (lambda () (if conform--refusal (funcall refused conform--refusal) (funcall done :null))))))

(defun conform--shown (buffer)
  "Return the text that BUFFER shows, including the text of overlays."
  (with-current-buffer buffer
    (let ((text "") (from (point-min))
          (overlays (sort (overlays-in (point-min) (point-max))
                          (lambda (one other) (< (overlay-start one) (overlay-start other))))))
      (dolist (overlay overlays)
        (when-let* ((more (overlay-get overlay 'before-string)))
          (setq text (concat text (buffer-substring from (overlay-start overlay)) more)
                from (overlay-start overlay))))
      (concat (and (stringp header-line-format) header-line-format) "\n"
              text (buffer-substring from (point-max)) "\n" (featurehost--crumbs) " " featurehost--info))))

(defun conform--show (order done _)
  "Call DONE with the shown text of the instance that ORDER names."
  (conform--when
   (lambda () (conform--instance order))
   (lambda ()
     (let ((instance (conform--instance order)))
       (featurehost--draw-instance instance)
       (funcall done
                (list :lines (vconcat
                              (cl-mapcan (lambda (layer)
                                           (split-string (substring-no-properties
                                                          (conform--shown (featurehost--layer-buffer layer)))
                                                         "\n" t))
                                         (featurehost--instance-layers instance)))))))))

(defun conform--close (order done refused)
  "Close the instance that ORDER names; call DONE or REFUSED with the answer."
  (featurehost--request conform--session "feature/close" (list :instance (featurehost--get order :instance))
                        done refused))

(defun conform--stop (_ done __)
  "End the session, and call DONE when the host has ended."
  (let ((process (featurehost--process (featurehost--session-connection conform--session))))
    (jsonrpc-shutdown (featurehost--session-connection conform--session))
    (conform--when (lambda () (not (process-live-p process))) (lambda () (funcall done :null)))))

(defun conform--catalog (_ done __)
  "Call DONE with the features that are offered."
  (conform--when
   (lambda () (and conform--session (featurehost--session-entries conform--session)))
   (lambda ()
     (funcall done (list :features (vconcat (mapcar (lambda (entry) (featurehost--get entry :id))
                                                    (featurehost--offered conform--session))))))))

(defconst conform--orders
  '(("start" . conform--start) ("catalog" . conform--catalog) ("open" . conform--open) ("send" . conform--send)
    ("state" . conform--state) ("enter" . conform--enter) ("show" . conform--show) ("close" . conform--close)
    ("stop" . conform--stop))
  "The functions that perform the orders.")

(defun conform--about ()
  "Return the description of this client."
  (list :name "featurehost.el" :version "1"
        :parts ["core" "views" "lists" "forms" "searches" "flows"]
        :framings ["lines"]
        :orders (vconcat '("about") (mapcar #'car conform--orders))))

(defun conform--follow (line)
  "Perform the order in LINE, and answer it."
  (let* ((order (featurehost--decode line)) (id (plist-get order :id)) (method (plist-get order :method))
         (does (cdr (assoc method conform--orders))))
    (cond ((equal method "about") (conform--say id (list :result (conform--about))))
          ((not does) (conform--say id `(:error (:code -32601 :message ,(format "%s is no order" method)))))
          (t (condition-case problem
                 (funcall does (featurehost--get order :params)
                          (lambda (result) (conform--say id (list :result result)))
                          (lambda (error) (conform--say id (list :error error))))
               (error (conform--say id `(:error (:code -32603 :message ,(error-message-string problem))))))))))

(defun conform--main ()
  "Follow the orders on standard input until it ends."
  (let* ((rest "")
         ;; `cat' reads standard input, because Emacs itself reads it only while it waits for nothing else.
         (orders (make-process :name "orders" :command (list "cat" (format "/proc/%d/fd/0" (emacs-pid)))
                               :connection-type 'pipe :coding 'utf-8-unix :noquery t
                               ;; Emacs exits here, because a wait for output does not notice the end of a process.
                               :sentinel (lambda (process _) (unless (process-live-p process) (kill-emacs 0)))
                               :filter (lambda (_ text)
                                         (let ((lines (split-string (concat rest text) "\n")))
                                           (setq rest (car (last lines)))
                                           (mapc #'conform--follow (butlast lines)))))))
    (advice-add 'featurehost--explain :before (lambda (_ error) (setq conform--refusal error)))
    (while (process-live-p orders)
      (accept-process-output nil 1)
      (conform--go-on))))

(conform--main)

(provide 'conform)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:
;;; conform.el ends here
