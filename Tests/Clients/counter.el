;;; A front end by Emacs' own jsonrpc.el.  -*- lexical-binding: t -*-
;; Prints what it saw as one object; `test_clients.py' says what that must be.

(require 'jsonrpc)

(defvar seen nil "What the notifications said, newest first.")
(defvar asked nil "What the host has asked.")

(defun answer (method params)
  (push (symbol-name method) asked)
  (list :items (vector (list :id "1" :title (plist-get params :source))) :endReached t))

(let* ((connection
        (make-instance
         'jsonrpc-process-connection
         :name "featurehost"
         :process (lambda ()
                    (make-process :name "featurehost" :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                                  :command (list (getenv "FEATUREHOST") "serve" "-w" "w.json" "--gallery")))
         :notification-dispatcher
         (lambda (_connection method params)
           (when (and (eq method 'state/snapshot) (equal (plist-get params :instance) "c"))
             (push (vector (plist-get params :revision) (plist-get (plist-get params :state) :count)) seen)))
         :request-dispatcher (lambda (_connection method params) (answer method params))))
       (ask (lambda (method params) (jsonrpc-request connection method params :timeout 30)))
       (began (funcall ask :initialize '(:protocolVersions ["1"] :capabilities (:sources ["rows"]))))
       (opened (funcall ask :feature/open '(:feature "gallery:counter" :instance "c")))
       wrong rows)
  (jsonrpc-notify connection :initialized nil)
  (dotimes (_ 3) (funcall ask :feature/send '(:instance "c" :action "incrementButtonTapped")))
  (condition-case problem
      (funcall ask :feature/send '(:instance "c" :action "nonsense"))
    (jsonrpc-error (setq wrong (cdr (assq 'jsonrpc-error-code (cddr problem))))))
  (funcall ask :feature/open '(:feature "rows" :instance "l"))
  (funcall ask :feature/settle '(:instance "l"))
  (setq rows (plist-get (plist-get (funcall ask :feature/snapshot '(:instance "l")) :state) :items))
  (princ
   (json-serialize
    (list :version (plist-get began :protocolVersion)
          :opened (plist-get (plist-get (plist-get opened :snapshot) :state) :count)
          :seen (vconcat (reverse seen))
          :error wrong
          :asked (vconcat (reverse asked))
          :title (plist-get (plist-get (aref rows 0) :value) :title)
          :ping (if (funcall ask :ping nil) t :null)
          :shutdown (if (funcall ask :shutdown nil) t :null))))
  (jsonrpc-notify connection :exit nil)
  (while (jsonrpc-running-p connection) (accept-process-output nil 0.05)))
