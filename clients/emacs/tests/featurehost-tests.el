;;; featurehost-tests.el --- Tests of featurehost.el  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; These tests cover texts and pages alone, and buffers over a real host, whose
;; executable is in the variable FEATUREHOST.  test_screens.py tests the
;; appearance.

;;; Code:

(require 'ert)
(require 'featurehost)

(defvar featurehost-icons-alist)

;;;; A host in a test

(defun featurehost-tests-over (workspace body)
  "Call BODY with WORKSPACE, a plist, in a file of a folder of its own.
All that was opened is closed then, and the host has ended."
  ;; The folder is stored here, because `default-directory' differs between buffers.
  (let* ((folder (make-temp-file "featurehost" t))
         (featurehost-workspace (expand-file-name "w.json" folder))
         (featurehost-search-at-once nil))
    (write-region (featurehost--encode workspace) nil featurehost-workspace nil 0)
    (unwind-protect
        (save-current-buffer (funcall body))
      (featurehost-tests-close)
      (delete-file featurehost-workspace)
      (delete-directory folder))))

(defmacro featurehost-tests-with (workspace &rest body)
  "Evaluate BODY over WORKSPACE, as `featurehost-tests-over' says."
  (declare (indent 1) (debug t))
  `(featurehost-tests-over ,workspace (lambda () ,@body)))

(defun featurehost-tests-close ()
  "Close everything that is open."
  (let ((featurehost--is-closing t))
    (dolist (session featurehost--sessions)
      (let ((process (featurehost--process (featurehost--session-connection session))))
        (dolist (instance (featurehost--session-instances session))
          (mapc (lambda (layer) (kill-buffer (featurehost--layer-buffer layer)))
                (reverse (featurehost--instance-layers instance))))
        (delete-process process))))
  ;; The next test uses the same window, and types at once.
  (set-window-parameter nil 'featurehost-guarded nil)
  (setq featurehost--sessions nil))

(defun featurehost-tests-until (condition)
  "Wait until CONDITION, a function, holds."
  (let ((end (+ (float-time) 100)))
    (while (not (funcall condition))
      (when (> (float-time) end)
        (error "This never held, and there is:\n%s" (buffer-string)))
      (accept-process-output nil 0.05))))

(defun featurehost-tests-open (feature)
  "Open FEATURE, and be in its buffer when nothing is on its way."
  (featurehost featurehost-workspace feature)
  (let ((session (car featurehost--sessions)) instance)
    (featurehost-tests-until
     (lambda () (setq instance (cl-find feature (featurehost--session-instances session)
                                        :key #'featurehost--instance-feature :test #'equal))))
    (set-buffer (featurehost--layer-buffer (car (featurehost--instance-layers instance))))
    (featurehost-tests-settle)))

(defun featurehost-tests-settle ()
  "Wait until nothing is on its way in the instance of the buffer."
  (featurehost-tests-until
   (lambda ()
     (let ((instance (featurehost--layer-instance featurehost--layer)))
       (and (zerop (featurehost--instance-unanswered instance))
            (featurehost--get (featurehost--instance-snapshot instance) :settled))))))

(defun featurehost-tests-top ()
  "Be in the buffer of what is presented over everything else."
  (set-buffer (featurehost--layer-buffer
               (car (last (featurehost--instance-layers (featurehost--layer-instance featurehost--layer)))))))

(defconst featurehost-tests-rows
  '(:sources (:rows (:type "inline" :rows [(:id "1" :title "Pear" :ripe t) (:id "2" :title "Apple" :ripe :false)
                                           (:id "3" :title "a\u001b[31mred\nline" :ripe :false)]))
    :features (:fruit (:kind "list" :title "Fruit" :source "rows" :selection "multiple")))
  "A workspace with a list of three rows.")

(defconst featurehost-tests-form
  '(:features (:form (:kind "form" :title "Form"
                      :sections [(:fields [(:name "name" :type "text" :required t)
                                           (:name "amount" :type "number")
                                           (:name "code" :type "secure")
                                           (:name "wants" :type "toggle")
                                           (:name "why" :type "text" :visibleWhen (:field "wants" :equals t))
                                           (:name "lines" :type "repeated" :fields [(:name "what" :type "text")])])])))
  "A workspace with a form.")

;;;; Values

(ert-deftest featurehost-test-texts-are-one-visible-line ()
  (should (equal (featurehost--plain "a\e[31m\tb\nc\u0085\u202e\u061c\u200f\u2028") "a·[31m b⏎c·····"))
  (should (equal (featurehost--paragraph "a\nb\e") "a\nb·"))
  (should (equal (mapcar #'featurehost--plain '(:null :false t 3 2.0 2.5)) '("" "no" "yes" "3" "2" "2.5")))
  (should (equal (featurehost--plain '(:a [1 :null])) "{\"a\":[1,null]}")))

(ert-deftest featurehost-test-json-comes-back-as-it-was ()
  (dolist (json '("{\"a\":null,\"b\":false,\"c\":{},\"d\":[],\"e\":[{}]}" "[1,2.5,\"ü\"]"))
    (should (equal (decode-coding-string (encode-coding-string (featurehost--encode (featurehost--decode json)) 'utf-8)
                                         'utf-8)
                   json))))

(ert-deftest featurehost-test-a-zero-in-a-text-is-read ()
  (should (member (featurehost--decode "[\"a\\u0000b\\\\u0000\"]") '(["a\0b\\u0000"] ["a\ufffdb\\u0000"]))))

(ert-deftest featurehost-test-no-byte-that-is-no-text-is-sent ()
  (should (equal (featurehost--scalars (string ?a (unibyte-char-to-multibyte #x80) ?b)) "a\ufffdb")))

(ert-deftest featurehost-test-numbers-are-grouped ()
  (should (equal (mapcar #'featurehost--grouped '(1 999 1000 1234567)) '("1" "999" "1,000" "1,234,567"))))

(ert-deftest featurehost-test-matches-are-marked-and-seen ()
  (let ((marked (featurehost--marked "long way to the match" '([16 21]) 10)))
    (should (string-prefix-p "…" marked))
    (should (eq (get-text-property (string-match "match" marked) 'face marked) 'featurehost-match)))
  (should-not (get-text-property 0 'face (featurehost--marked "match" '([2 3]) 10))))

(ert-deftest featurehost-test-only-values-that-are-shown-as-their-text-are-marked ()
  (cl-flet ((is-text (type role value)
              (featurehost--is-text `(:key "a" :type ,type :role ,role) `(:value (:a ,value)))))
    (should (is-text "text" "title" "true"))
    (should (is-text "number" "detail" 417))
    (should (is-text "acmeStars" "detail" "4"))
    (should-not (is-text "toggle" "detail" "true"))
    (should-not (is-text "text" "toggle" "true"))
    (should-not (is-text "text" "detail" t))
    (should-not (is-text "text" "detail" :false)))
  (let ((column '(:key "a" :type "number" :role "detail")))
    (should (featurehost--is-text column '(:value (:a 7) :cells (:a (:text "7")))))
    (should-not (featurehost--is-text column '(:value (:a 7) :cells (:a (:text "7 B")))))
    (let ((featurehost-icons-alist '((star . "*"))))
      (should (equal (featurehost--cell column '(:value (:a 7) :cells (:a (:text "7 B" :icon "star")))) "* 7 B"))
      (should (equal (featurehost--cell column '(:value (:a 7) :cells (:a (:text "7 B" :icon "new")))) "7 B"))))
  (let* ((columns '((:key "a" :type "text") (:key "b" :type "toggle")))
         (row '(:id "1" :value (:a "true" :b "true") :matches (("a" [0 2]) ("b" [0 2]))))
         (fitted (mapcar (lambda (column) (cons column 9)) columns))
         (cells (cadr (featurehost--tabulated row '("true" "[x]") columns fitted))))
    (should (eq (get-text-property 0 'face (aref cells 0)) 'featurehost-match))
    (should-not (get-text-property 0 'face (aref cells 1)))))

(ert-deftest featurehost-test-a-long-text-is-cut-in-no-time ()
  (let ((count 0) (text (concat (make-string 4000 ?あ) "match")))
    (cl-letf* ((width (symbol-function 'string-width))
               ((symbol-function 'string-width) (lambda (&rest arguments) (cl-incf count) (apply width arguments))))
      (should (string-suffix-p "match" (featurehost--marked text '([4000 4005]) 10))))
    (should (< count 10))))

(ert-deftest featurehost-test-a-tip-is-the-text-itself ()
  (let ((text "It's `\\[save-buffer]' \\=x"))
    (should (equal (substitute-command-keys (featurehost--tip text)) text))))

(ert-deftest featurehost-test-json-that-comes-in-bytes-is-shown-as-text ()
  ;; This simulates the behaviour since Emacs 30.
  (cl-letf* ((serialize (symbol-function 'json-serialize))
             ((symbol-function 'json-serialize)
              (lambda (&rest arguments) (encode-coding-string (apply serialize arguments) 'utf-8))))
    (should (equal (featurehost--plain ["ü"]) "[\"ü\"]"))
    (should (string-match-p "ü" (featurehost--pretty '(:a "ü")))))
  (should (equal (featurehost--plain ["ü"]) "[\"ü\"]")))

(ert-deftest featurehost-test-choices-of-one-title-are-told-apart ()
  (cl-letf (((symbol-function 'completing-read) (lambda (_ table &rest _) (nth 1 (all-completions "" table)))))
    (should (equal (featurehost--choose "Which: " '(("Same" . 1) ("Same" . 2))) 2))))

(ert-deftest featurehost-test-every-answer-has-a-key ()
  (let (keys)
    (dotimes (_ 20)
      (push (featurehost--free-key "Ещё" keys) keys))
    (should (equal keys (delete-dups (delq nil (copy-sequence keys)))))))

;;;; Menus, toolbars and modes

(ert-deftest featurehost-test-the-option-names-the-workspace ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost nil "fruit")
    (should (equal (featurehost--session-workspace (car featurehost--sessions)) featurehost-workspace))))

(ert-deftest featurehost-test-the-menu-has-titles-and-keys ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    (let* ((items (cl-remove-if-not #'vectorp (featurehost--menu)))
           (titles (mapcar (lambda (item) (aref item 0)) items)))
      (dolist (title '("Delete" "Tick" "Mark" "Sort…" "Refresh" "Choose an action…" "Leave"))
        (should (member title titles)))
      (let ((case-fold-search nil))
        (should-not (cl-some (lambda (title) (string-match-p "[a-z][A-Z]" title)) titles)))
      ;; The first item is the button that the workspace declares.
      (should (equal (plist-get (nthcdr 2 (append (car items) nil)) :keys) "C-c 1"))
      (should (equal (key-description (where-is-internal 'featurehost-tick nil t)) "x")))
    (should (lookup-key (current-local-map) [menu-bar Feature]))
    (let ((menu (featurehost--add-to-menu (make-sparse-keymap) (list 'mouse-3 (posn-at-point)))))
      (should (lookup-key menu [featurehost])))))

(ert-deftest featurehost-test-actions-are-offered-with-titles-and-keys ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (let ((choices (featurehost--choices)))
      (should (string-match-p "^x " (cadr (assoc "Tick" choices))))
      (should (assoc "Sort" choices))
      (should-not (assoc "Toggle item" choices)))))

(ert-deftest featurehost-test-keys-of-buttons-are-described ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    (let ((map (cdar minor-mode-overriding-map-alist)))
      (should (eq (key-binding (kbd "C-c 1")) 'featurehost-tool))
      (should (stringp (car-safe (cdr (assq ?1 (cdr (lookup-key map (kbd "C-c")))))))))))

(ert-deftest featurehost-test-a-toolbar-is-wrapped ()
  (featurehost-tests-with
      `(:sources ,(plist-get featurehost-tests-rows :sources)
        :features (:fruit (:kind "list" :title "Fruit" :source "rows"
                           :toolbar ,(vconcat (mapcar (lambda (number)
                                                        (list :action "refresh" :title (format "Refresh %d" number)))
                                                      (number-sequence 1 8))))))
    (cl-letf (((symbol-function 'featurehost--room) (lambda () 40)))
      (featurehost-tests-open "fruit")
      (goto-char (point-min))
      (dotimes (_ 3)
        (let ((line (buffer-substring (line-beginning-position) (line-end-position))))
          (should (string-prefix-p "[Refresh" line))
          (should (<= (string-width line) 40)))
        (forward-line))
      (should (string-match-p "\\[Refresh 8\\]" (buffer-string))))))

(ert-deftest featurehost-test-matches-are-seen-in-the-highlighted-row ()
  (with-temp-buffer
    (insert "one " (propertize "two" 'face '(featurehost-match bold)) " three\n" (propertize "x" 'face 'featurehost-match))
    (goto-char (point-min))
    (hl-line-mode)
    (featurehost--highlight-row)
    (let ((shown (cl-remove-if-not (lambda (overlay) (eq (overlay-get overlay 'face) 'featurehost-match))
                                   (overlays-in (point-min) (point-max)))))
      (should (equal (mapcar (lambda (overlay) (cons (overlay-start overlay) (overlay-end overlay))) shown) '((5 . 8))))
      (should (> (overlay-get (car shown) 'priority) (or (overlay-get hl-line-overlay 'priority) 0))))
    (goto-char (point-max))
    (featurehost--highlight-row)
    (should (= (length featurehost--match-overlays) 1))))

(ert-deftest featurehost-test-modes-are-special ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (should (eq (get major-mode 'mode-class) 'special)))
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (should (derived-mode-p 'special-mode))))

(ert-deftest featurehost-test-a-pasted-line-break-becomes-a-space ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-tests-type "/name" "Ada\nLovelace")
    (featurehost-tests-settle)
    (should (equal (featurehost--get (featurehost--field (featurehost--leaf-here) "/name") :value) "Ada Lovelace"))
    (should (string-match-p "Ada Lovelace" (buffer-string)))))

;;;; Lists

(ert-deftest featurehost-test-rows-are-drawn-ticked-and-taken-back ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (should (equal (tabulated-list-get-id) "1"))
    (should (string-match-p "Pear +\\[x\\]" (buffer-string)))
    (should (string-match-p "a·\\[31mred⏎line" (buffer-string)))
    (featurehost-tick)
    (featurehost-tests-settle)
    (should (string-match-p "Pear +\\[ \\]" (buffer-string)))
    (featurehost-undo)
    (featurehost-tests-settle)
    (should (string-match-p "Pear +\\[x\\]" (buffer-string)))))

(ert-deftest featurehost-test-point-stays-on-its-row ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (featurehost-move-down)
    (featurehost-tests-settle)
    (should (equal (tabulated-list-get-id) "1"))
    (should (equal (featurehost--ids) '("2" "1" "3")))
    (featurehost-move-up)
    (featurehost-tests-settle)
    (should (equal (featurehost--ids) '("1" "2" "3")))))

(ert-deftest featurehost-test-marks-are-the-hosts-selection ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (featurehost-mark)
    (featurehost-mark)
    (featurehost-tests-settle)
    (should (equal (featurehost--selected (featurehost--leaf-here)) '("1" "2")))
    (featurehost-toggle-marks)
    (featurehost-tests-settle)
    (should (string-match-p "^\\*.*line" (buffer-string)))
    (should (equal (featurehost--selection-text (featurehost--leaf-here)) "all but 2 marked"))
    (featurehost-unmark-all)
    (featurehost-tests-settle)
    (should-not (string-match-p "^\\*" (buffer-string)))))

(defconst featurehost-tests-asking
  '(:sources (:rows (:type "inline" :rows [(:id "1" :title "Pear") (:id "2" :title "Apple") (:id "3" :title "Plum")]))
    :features (:fruit (:kind "list" :title "Fruit" :source "rows" :selection "multiple"
                       :toolbar [(:action "present" :params (:modal "delete") :title "Delete" :role "destructive")]
                       :modals (:delete (:style "confirmation" :title "Delete this?" :target "selection"
                                         :buttons [(:id "delete" :title "Delete" :role "destructive"
                                                    :action "deleteItems")])))
               :find (:kind "search" :title "Find" :source "rows" :keys ["title"] :debounceMs 0
                      :enabledWhen (:key "title" :equals "Pear"))))
  "A workspace with a list that asks before it deletes, and a search in which Pear alone can be taken.")

(ert-deftest featurehost-test-a-refusal-is-told-as-it-is-and-is-an-answer ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (let ((answered 0))
      (cl-letf (((symbol-function 'featurehost--explain) (lambda (&rest _) "All of 100%")))
        (featurehost--send (featurehost--leaf-here) "nothing" nil :then (lambda (_) (cl-incf answered)))
        (featurehost-tests-settle))
      (should (= answered 1)))))

(ert-deftest featurehost-test-what-is-deleted-is-what-is-marked ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    (featurehost-mark)
    (featurehost-tests-settle)
    (should (equal (tabulated-list-get-id) "2"))
    ;; The workspace's question is about the marked row, not about the row at point.
    (featurehost-delete)
    (featurehost-tests-settle)
    (let* ((node (featurehost--leaf-here)) (asked (featurehost--in node :presentation)))
      (should (equal (featurehost--get (featurehost--get asked :target) :id) "1"))
      (featurehost--send node "pressButton" (list :key (featurehost--get asked :key) :buttonId "delete")))
    (featurehost-tests-settle)
    (should (equal (featurehost--ids) '("2" "3")))))

(ert-deftest featurehost-test-what-is-done-is-about-the-row-at-point ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    (featurehost--follow-point)
    (featurehost-tests-settle)
    ;; Another client makes another row active.
    (featurehost--send (featurehost--leaf-here) "setActive" '(:id "3"))
    (featurehost-tests-settle)
    (should (equal (tabulated-list-get-id) "1"))
    (featurehost-delete)
    (featurehost-tests-settle)
    (should (equal (featurehost--in (featurehost--leaf-here) :presentation :target :id) "1"))))

(ert-deftest featurehost-test-a-result-that-cannot-be-taken-is-not-another-one ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "find")
    (featurehost--send (featurehost--leaf-here) "setQuery" '(:query "p"))
    (featurehost-tests-settle)
    (should (equal (featurehost--state (featurehost--leaf-here) :activeId) "1"))
    (featurehost--go-to (featurehost--row-position "2"))
    (let (sent)
      (cl-letf (((symbol-function 'featurehost--say) (lambda (text &rest _) (push text sent))))
        (featurehost--follow-point)
        (featurehost-accept)
        (featurehost-tests-settle))
      (should (equal sent '("Accept: it is disabled"))))))

(ert-deftest featurehost-test-a-row-is-never-moved-past-those-that-are-not-there ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (featurehost--send (featurehost--leaf-here) "setWindow" '(:offset 0 :limit 2))
    (setq featurehost--asked (cons 0 (featurehost--wanted-limit)))
    (featurehost-tests-settle)
    (should (equal (featurehost--ids) '("1" "2")))
    (featurehost-move-down)
    (featurehost-tests-settle)
    (should-not (equal (featurehost--ids) '("2" "3")))))

(ert-deftest featurehost-test-an-error-with-an-unknown-display-is-shown ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (let* ((instance (featurehost--layer-instance featurehost--layer)) (snapshot (featurehost--instance-snapshot instance)))
      (setf (featurehost--instance-snapshot instance)
            (plist-put (copy-sequence snapshot) :errors
                       [(:id "e1" :code "x" :message "It went wrong." :retryable t :display "toast")]))
      (featurehost--draw-instance instance)
      (should (string-match-p "It went wrong" (buffer-string))))))

(ert-deftest featurehost-test-what-cannot-be-drawn-leaves-the-rest ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    (let ((root (current-buffer)) (debug-on-error nil) (instance (featurehost--layer-instance featurehost--layer)))
      (featurehost-tests-open "find")
      (cl-letf* ((draw (symbol-function 'featurehost--draw-search))
                 ((symbol-function 'featurehost--draw-list) (lambda (_) (error "This can't be drawn")))
                 ((symbol-function 'featurehost--draw-search) draw))
        (setf (featurehost--instance-is-changed instance) t)
        (featurehost--send (featurehost--leaf-here) "setQuery" '(:query "pear"))
        (featurehost-tests-settle)
        (should (string-match-p "Pear" (buffer-string))))
      (should (buffer-live-p root)))))

(ert-deftest featurehost-test-a-question-that-is-killed-is-left ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    (featurehost-delete)
    (featurehost-tests-settle)
    (let ((root (current-buffer)))
      (featurehost-tests-top)
      (should (derived-mode-p 'featurehost-question-mode))
      (kill-buffer)
      (set-buffer root)
      (featurehost-tests-settle)
      (should-not (featurehost--in (featurehost--leaf-here) :presentation)))))

(ert-deftest featurehost-test-what-goes-leaves-who-is-elsewhere-there ()
  (featurehost-tests-with featurehost-tests-asking
    (save-window-excursion
      (featurehost-tests-open "fruit")
      (delete-other-windows)
      (switch-to-buffer (current-buffer))
      (let ((list (current-buffer)) (elsewhere (split-window)))
        (featurehost-delete)
        (featurehost-tests-settle)
        (should (derived-mode-p 'featurehost-list-mode))
        (featurehost-toggle-preview)
        (should (get-buffer-window "*featurehost row*"))
        (set-window-buffer elsewhere "*scratch*")
        (select-window elsewhere)
        (with-current-buffer list
          (featurehost-toggle-preview)
          (should-not (get-buffer-window "*featurehost row*"))
          (should (eq (selected-window) elsewhere))
          (featurehost--send (featurehost--here) "dismiss"
                             (list :key (featurehost--in (featurehost--here) :presentation :key)))
          (featurehost-tests-settle)
          (should-not (featurehost--in (featurehost--leaf-here) :presentation)))
        (should (eq (selected-window) elsewhere))))))

(ert-deftest featurehost-test-what-follows-a-prefix-is-no-answer ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    (featurehost-delete)
    (featurehost-tests-settle)
    (featurehost-tests-top)
    (should (eq (key-binding "d") #'featurehost-press))
    (should (eq (key-binding "z") #'featurehost-press))
    (dolist (prefix '("\C-x" "\e" "\C-h"))
      (should-not (commandp (key-binding prefix t))))))

(ert-deftest featurehost-test-errors-of-a-part-are-shown-with-the-whole ()
  (let ((featurehost-workspace nil) (featurehost-arguments '("serve")))
    (unwind-protect
        (save-current-buffer
          (featurehost-tests-open "gallery:twoCounters")
          (let* ((instance (featurehost--layer-instance featurehost--layer))
                 (counter (featurehost--get (featurehost--instance-snapshot instance) :state :counter1)))
            (plist-put counter :errors [(:id "e1" :code "x" :message "It went wrong." :retryable t :display "banner"
                                         :retry "retry")])
            (setq featurehost--drawn nil)
            (featurehost--draw-instance instance)
            (should (string-match-p "It went wrong" (buffer-string)))
            (should (equal (featurehost--node-path (car (featurehost--newest-error t))) '("counter1")))))
      (featurehost-tests-close))))

(ert-deftest featurehost-test-a-second-press-counts-on-the-first ()
  (let ((featurehost-workspace nil) (featurehost-arguments '("serve")))
    (unwind-protect
        (save-current-buffer
          (featurehost-tests-open "gallery:bindingForm")
          (let (line)
            (goto-char (point-min))
            (while (not (equal (featurehost--get (cdr (setq line (get-text-property (point) 'featurehost-line))) :key)
                               "stepCount"))
              (goto-char (next-single-property-change (point) 'featurehost-line)))
            (let ((before (featurehost--state (car line) :stepCount)))
              (featurehost-less)
              (featurehost-less)
              (featurehost-tests-settle)
              (should (= (featurehost--state (featurehost--leaf-here) :stepCount) (- before 2))))))
      (featurehost-tests-close))))

(defconst featurehost-tests-pages
  '(:sources (:rows (:type "inline" :rows [(:id "1" :title "Pear") (:id "2" :title "Plum")]))
    :features (:one (:kind "list" :source "rows") :two (:kind "list" :source "rows")
               :find (:kind "search" :source "rows" :keys ["title"] :debounceMs 0)
               :other (:kind "search" :source "rows" :keys ["title"] :debounceMs 0)
               :secret (:kind "form" :sections [(:fields [(:name "code" :type "secure")])])
               :public (:kind "form" :sections [(:fields [(:name "code" :type "secure")])])
               :flow (:kind "flow" :root "one" :routes (:two (:feature "two")))
               :searches (:kind "flow" :root "find" :routes (:other (:feature "other")))
               :forms (:kind "list" :source "rows"
                       :modals (:secret (:feature "secret" :style "sheet") :public (:feature "public" :style "sheet")))))
  "A workspace with features that come where others were.")

(ert-deftest featurehost-test-words-go-to-the-list-they-were-typed-for ()
  (featurehost-tests-with featurehost-tests-pages
    (featurehost-tests-open "flow")
    (cl-letf (((symbol-function 'read-string)
               (lambda (&rest _)
                 (featurehost--send (featurehost--here) "push" '(:route "two"))
                 (featurehost-tests-settle)
                 (signal 'quit nil))))
      (should (eq 'left (condition-case nil (featurehost-filter-words) (quit 'left)))))
    (featurehost-tests-settle)
    (should (equal (featurehost--in (featurehost--leaf-here) :feature) "two"))
    (should-not (equal (featurehost--get (featurehost--instance-snapshot (featurehost--layer-instance featurehost--layer))
                                         :cause :action)
                       "setFilter"))))

(defmacro featurehost-tests-typing (keys &rest body)
  "Evaluate BODY while a minibuffer reads, in that; then type KEYS."
  (declare (indent 1) (debug t))
  `(cl-letf (((symbol-function 'read-from-minibuffer)
              (lambda (&rest _)
                (with-temp-buffer
                  (run-hooks 'minibuffer-setup-hook)
                  (cl-letf (((symbol-function 'minibuffer-contents-no-properties) #'buffer-string)
                            ((symbol-function 'exit-minibuffer) #'ignore))
                    ,@body
                    (insert ,keys))))))
     (featurehost-query)))

(ert-deftest featurehost-test-a-query-goes-to-the-search-it-was-typed-for ()
  (featurehost-tests-with featurehost-tests-pages
    (featurehost-tests-open "searches")
    (let ((results (current-buffer)) said)
      (cl-flet ((go (action &optional params)
                  (with-current-buffer results
                    (featurehost--send (featurehost--here) action params)
                    (featurehost-tests-settle))))
        (cl-letf (((symbol-function 'featurehost--say) (lambda (text) (push text said))))
          (featurehost-tests-typing ""
            (go "push" '(:route "other"))
            (insert "pl")
            (should (equal said '("The search is not there now")))
            (should-error (featurehost-query-accept) :type 'user-error)
            (with-current-buffer results
              (featurehost-tests-settle)
              (should (equal (featurehost--state (featurehost--leaf-here) :query) "")))
            (go "pop")
            ;; The query that could not be sent is searched now, and no result is accepted.
            (featurehost-query-accept)))
        (featurehost-tests-settle)
        (should (equal (featurehost--state (featurehost--leaf-here) :resultsQuery) "pl"))
        (should-not featurehost--query-end)))))

(ert-deftest featurehost-test-what-is-taken-is-of-the-search-it-was-typed-for ()
  (featurehost-tests-with featurehost-tests-pages
    (featurehost-tests-open "searches")
    (let ((results (current-buffer)))
      (should-error (featurehost-tests-typing ""
                      (featurehost-query-accept)
                      (with-current-buffer results
                        (featurehost--send (featurehost--here) "push" '(:route "other"))
                        (featurehost-tests-settle)))
                    :type 'user-error))))

(ert-deftest featurehost-test-a-query-for-a-search-that-is-gone-is-told ()
  (featurehost-tests-with featurehost-tests-pages
    (featurehost-tests-open "searches")
    (featurehost--send (featurehost--here) "push" '(:route "other"))
    (featurehost-tests-settle)
    (let ((results (current-buffer)) said)
      (cl-letf (((symbol-function 'featurehost--say) (lambda (text) (push text said))))
        (featurehost-tests-typing "pl"
          (with-current-buffer results
            (featurehost--send (featurehost--here) "pop")
            (featurehost-tests-settle))
          (should-error (featurehost-query-submit) :type 'user-error)))
      (featurehost-tests-settle)
      (should (equal said '("The search is not there now")))
      (should (equal (featurehost--state (featurehost--leaf-here) :query) "")))))

(ert-deftest featurehost-test-a-secret-goes-to-no-other-form ()
  (featurehost-tests-with featurehost-tests-pages
    (featurehost-tests-open "forms")
    (let ((root (current-buffer)))
      (featurehost--send (featurehost--leaf-here) "present" '(:modal "secret"))
      (featurehost-tests-settle)
      (featurehost-tests-top)
      (cl-letf (((symbol-function 'read-passwd)
                 (lambda (&rest _)
                   (with-current-buffer root
                     (featurehost--send (featurehost--leaf-here) "present" '(:modal "public" :policy "replace"))
                     (featurehost-tests-settle))
                   (copy-sequence "tr0ub4dor"))))
        (should-error (featurehost--edit-value "/code") :type 'user-error))
      (set-buffer root)
      (featurehost-tests-settle)
      (featurehost-tests-top)
      (should (equal (featurehost--in (featurehost--leaf-here) :feature) "public"))
      (should (string-match-p "\\[not set\\]" (buffer-string))))))

;;;; Texts

(defconst featurehost-tests-text
  '(:features
    (:text (:kind "text" :title "Text" :format "ansi" :text "\U0001f600 \e[1;31mred\e[0m\ta\u202e\nsee https://a.b\nend")))
  "A workspace with a text of three lines.")

(ert-deftest featurehost-test-spans-have-faces ()
  (cl-flet ((face (&rest span) (featurehost--span-face span)))
    (should (eq (face :style "heading") 'featurehost-title))
    (should-not (face :style "acmeGlow"))
    (should (equal (face :style "ansi" :color "#12aBff" :background "acme") '(:foreground "#12aBff")))
    (should (equal (face :style "ansi" :color "brightBlack" :attributes ["bold" "acme" "reverse"])
                   `(:foreground ,(face-foreground 'ansi-color-bright-black nil t) :weight bold :inverse-video t))))
  (pcase-dolist (`(,_ . ,face) featurehost--span-faces)
    (should (facep face))))

(ert-deftest featurehost-test-a-text-is-drawn-by-scalars-and-copied-as-it-is ()
  (featurehost-tests-with featurehost-tests-text
    (featurehost-tests-open "text")
    (should (equal (buffer-string) "\U0001f600 red a·\nsee https://a.b\nend\n"))
    (goto-char (point-min))
    (should-not (get-text-property 2 'face))
    (should (eq (plist-get (get-text-property 3 'face) :weight) 'bold))
    (should-not (get-text-property 6 'face))
    (should (eq (get-text-property (progn (search-forward "https") (point)) 'face) 'featurehost-link))
    (let ((kill-ring nil))
      (copy-region-as-kill 3 (point))
      (should (equal (current-kill 0) "red\ta\u202e\nsee https"))
      (featurehost-copy)
      (should (equal (current-kill 0) "see https://a.b")))))

(ert-deftest featurehost-test-spans-that-are-not-in-their-line-are-not-drawn ()
  (should-not (featurehost--spans '(:text "ab" :spans [(:start 0 :end 3 :style "link") (:start 1 :end 1 :style "link")
                                                      (:start -1 :end 1 :style "link") (:style "link")])))
  (should (featurehost--spans '(:text "ab" :spans [(:start 0 :end 2 :style "link")]))))

;;;; Input before the answer

(ert-deftest featurehost-test-what-is-typed-is-for-what-was-pressed-or-for-nothing ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    ;; The second action is refused, because the presentation is already shown.
    (dolist (left '((?x) nil))
      (setq unread-command-events (list ?x))
      (featurehost--act-on (featurehost--leaf-here) "present" '(:modal "delete"))
      (run-hooks 'post-command-hook)
      (should (zerop (featurehost--instance-unanswered (featurehost--layer-instance featurehost--layer))))
      (should (equal unread-command-events left)))
    (setq unread-command-events nil)))

(ert-deftest featurehost-test-marks-and-letters-wait-for-nothing ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (featurehost-mark)
    (featurehost-mark)
    (run-hooks 'post-command-hook)
    (should (> (featurehost--instance-unanswered (featurehost--layer-instance featurehost--layer)) 0))))

(ert-deftest featurehost-test-a-host-that-is-stopped-gets-it-later ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (let ((process (featurehost--process (featurehost--session-connection (car featurehost--sessions)))))
      (signal-process process 'SIGSTOP)
      (featurehost-tests-until (lambda () (eq (process-status process) 'stop)))
      (featurehost-tick)
      (signal-process process 'SIGCONT)
      (featurehost-tests-settle)
      (should (string-match-p "Pear +\\[ \\]" (buffer-string))))))

;;;; What comes and goes by itself

(defconst featurehost-tests-over-rows
  '(:sources (:rows (:type "inline" :rows [(:id "1" :title "Pear") (:id "2" :title "Apple") (:id "3" :title "Plum")]))
    :features (:fruit (:kind "list" :title "Fruit" :source "rows"
                       :toolbar [(:action "present" :params (:modal "ask") :title "Ask")]
                       :modals (:ask (:style "confirmation" :title "Delete this?"
                                      :buttons [(:id "delete" :title "Delete" :role "destructive"
                                                 :action "deleteItems" :params (:ids ["3"]))
                                                (:id "keep" :title "Keep" :role "cancel")])
                                :new (:style "sheet" :title "New fruit" :feature "form")))
               :pages (:kind "flow" :title "Pages" :root "fruit" :routes (:fruit (:feature "fruit") :form (:feature "form")))
               :form (:kind "form" :title "Form" :sections [(:fields [(:name "name" :type "text")])])))
  "A workspace with a list over which others present things.")

(defmacro featurehost-tests-at-keyboard (feature &rest body)
  "Evaluate BODY in a window with FEATURE, with local functions for a person.
`at' sets the clock, `type' types keys, `others' has others send an action, and
`is-here' tells whether the selected window shows a buffer."
  (declare (indent 1) (debug t))
  `(featurehost-tests-with featurehost-tests-over-rows
     (save-window-excursion
       (let* ((now 0.0) (featurehost--clock (lambda () now)) (featurehost-pause 0.5) (featurehost--key-time nil)
              (instance nil))
         (featurehost-tests-open ,feature)
         (setq instance (featurehost--layer-instance featurehost--layer))
         (delete-other-windows)
         (switch-to-buffer (current-buffer))
         (cl-flet ((at (seconds) (setq now seconds))
                   (type (keys)
                     (execute-kbd-macro (kbd keys))
                     (set-buffer (window-buffer))
                     (featurehost-tests-await instance))
                   (others (action &optional params)
                     (featurehost--send (featurehost--node-at instance nil) action params :quiet t)
                     (featurehost-tests-await instance))
                   (is-here (buffer) (eq (window-buffer) buffer)))
           (ignore #'at #'type #'others #'is-here)
           ,@body)))))

(defun featurehost-tests-await (instance)
  "Wait until nothing is on its way in INSTANCE."
  (featurehost-tests-until
   (lambda () (and (zerop (featurehost--instance-unanswered instance))
                   (featurehost--get (featurehost--instance-snapshot instance) :settled)))))

(defun featurehost-tests-layer (instance kind)
  "Return the buffer of the layer of INSTANCE whose id begins with KIND, or nil."
  (when-let* ((layer (cl-find kind (featurehost--instance-layers instance)
                              :key (lambda (layer) (car (featurehost--layer-id layer))))))
    (featurehost--layer-buffer layer)))

(defun featurehost-tests-fruit (instance)
  "Return the ids of the rows of INSTANCE."
  (mapcar (lambda (item) (featurehost--get item :id))
          (featurehost--list (featurehost--state (featurehost--node-at instance nil) :items))))

(ert-deftest featurehost-test-a-question-leaves-the-window-to-whoever-types ()
  (featurehost-tests-at-keyboard "fruit"
    (let ((list (current-buffer)) said)
      (cl-letf (((symbol-function 'featurehost--say) (lambda (text) (push text said))))
        (at 10.0)
        (type "C-n")
        (at 10.2)
        (others "present" '(:modal "ask")))
      (should (is-here list))
      (should (get-buffer-window (featurehost-tests-layer instance 'asked)))
      (should (equal said '("Delete this?: C-c C-o goes there")))
      ;; What is typed on is about the list, also behind the pause.
      (type "C-p")
      (at 20.0)
      (type "C-n")
      (should (equal (tabulated-list-get-id) "2"))
      (should (is-here list))
      (type "C-c C-o d")
      (should-not (featurehost-tests-layer instance 'asked))
      (should (equal (length (featurehost-tests-fruit instance)) 2)))))

(ert-deftest featurehost-test-a-question-does-not-end-a-key-that-has-begun ()
  (featurehost-tests-at-keyboard "fruit"
    (let ((list (current-buffer)))
      (at 10.0)
      (cl-letf (((symbol-function 'this-command-keys-vector) (lambda () [3])))
        (others "present" '(:modal "ask")))
      (should (is-here list)))))

(ert-deftest featurehost-test-a-question-that-comes-by-itself-takes-no-keys-at-once ()
  (featurehost-tests-at-keyboard "fruit"
    (at 10.0)
    (type "C-n")
    (at 20.0)
    (others "present" '(:modal "ask"))
    (should (is-here (featurehost-tests-layer instance 'asked)))
    ;; Each key that is refused shows that the person has not looked yet.
    (pcase-dolist (`(,time ,keys) '((20.1 "d") (20.5 "RET") (20.9 "C-c C-c") (21.3 "d")))
      (at time)
      (should-error (type keys) :type 'user-error)
      (should (equal (featurehost-tests-fruit instance) '("1" "2" "3"))))
    (at 21.9)
    (type "d")
    (should-not (featurehost-tests-layer instance 'asked))
    (should (equal (length (featurehost-tests-fruit instance)) 2))))

(ert-deftest featurehost-test-a-question-that-was-asked-for-takes-the-next-key ()
  (featurehost-tests-at-keyboard "fruit"
    (at 10.0)
    (type "C-c 1")
    (should (is-here (featurehost-tests-layer instance 'asked)))
    (type "k")
    (should-not (featurehost-tests-layer instance 'asked))
    (should (equal (tabulated-list-get-id) "1"))
    (type "C-n")
    (should (equal (tabulated-list-get-id) "2"))))

(ert-deftest featurehost-test-a-key-that-was-typed-before-the-question-destroys-nothing ()
  (featurehost-tests-at-keyboard "fruit"
    (at 10.0)
    (setq unread-command-events (list ?d))
    (featurehost--act-on (featurehost--leaf-here) "present" '(:modal "ask"))
    (run-hooks 'post-command-hook)
    (should (equal unread-command-events '(?d)))
    (setq unread-command-events nil)
    (should (is-here (featurehost-tests-layer instance 'asked)))
    (should-error (type "d") :type 'user-error)
    (should (equal (featurehost-tests-fruit instance) '("1" "2" "3")))
    (at 11.0)
    (type "d")
    (should (equal (length (featurehost-tests-fruit instance)) 2))))

(ert-deftest featurehost-test-a-question-that-another-client-brings-was-not-asked-for ()
  (featurehost-tests-at-keyboard "fruit"
    (let ((list (current-buffer)) (told (symbol-function 'featurehost--told)))
      (at 10.0)
      (cl-letf (((symbol-function 'featurehost--told)
                 (lambda (session method params)
                   (when (equal (featurehost--get params :cause :action) "present")
                     (setq params (plist-put params :cause '(:action "present" :path [] :origin "peer"))))
                   (funcall told session method params))))
        (type "C-c 1"))
      (should (featurehost-tests-layer instance 'asked))
      (should (is-here list)))))

(ert-deftest featurehost-test-what-was-typed-on-a-sheet-that-goes-is-not-for-the-list ()
  (featurehost-tests-at-keyboard "fruit"
    (let ((list (current-buffer)))
      (at 10.0)
      (others "present" '(:modal "new"))
      (should (is-here (featurehost-tests-layer instance 'sheet)))
      (at 11.0)
      (type "TAB")
      (setq unread-command-events (list ?d))
      (others "dismiss" (list :key (featurehost--in (featurehost--node-at instance nil) :presentation :key)))
      (should (is-here list))
      (should-not unread-command-events)
      (at 11.2)
      (should-error (type "C-n") :type 'user-error)
      (should (equal (tabulated-list-get-id) "1"))
      (at 12.0)
      (type "C-n")
      (should (equal (tabulated-list-get-id) "2")))))

(ert-deftest featurehost-test-a-sheet-that-comes-while-one-types-waits-for-its-key ()
  (featurehost-tests-at-keyboard "fruit"
    (let ((list (current-buffer)))
      (at 10.0)
      (type "C-n")
      (others "present" '(:modal "new"))
      (should (is-here list))
      (should-not (get-buffer-window (featurehost-tests-layer instance 'sheet)))
      (should (string-match-p "C-c C-o: more is open" (featurehost--mode-info)))
      (at 20.0)
      (type "C-c C-o x")
      (should (is-here (featurehost-tests-layer instance 'sheet)))
      (should (equal (featurehost-tests-values) '(("Name" . "x")))))))

(ert-deftest featurehost-test-a-page-that-comes-by-itself-takes-no-keys-at-once ()
  (featurehost-tests-at-keyboard "pages"
    (at 10.0)
    (others "push" '(:route "form"))
    (should (derived-mode-p 'featurehost-form-mode))
    (should-error (type "C-c C-k") :type 'user-error)
    (should (derived-mode-p 'featurehost-form-mode))
    (at 11.0)
    (type "C-c C-k")
    (should (derived-mode-p 'featurehost-list-mode))))

(ert-deftest featurehost-test-what-was-typed-for-a-feature-that-is-closed-is-for-no-other-buffer ()
  (featurehost-tests-at-keyboard "fruit"
    (with-temp-buffer
      (let ((other (current-buffer)))
        (switch-to-buffer other)
        (switch-to-buffer (featurehost-tests-layer instance 'root))
        (at 10.0)
        (type "C-n")
        (featurehost--told (featurehost--instance-session instance) 'state/closed
                           (list :instance (featurehost--instance-name instance)))
        (switch-to-buffer other)
        (should-error (type "d") :type 'user-error)
        (should (equal (buffer-string) ""))
        (at 11.0)
        (type "d")
        (should (equal (buffer-string) "d"))))))

(defconst featurehost-tests-tools
  `(:sources (:rows (:type "inline"
                     :rows ,(vconcat (cl-loop for number from 1 to 300
                                              collect (list :id (format "%d" number) :title (format "Row %03d" number)
                                                            :done :false)))))
    :features (:rows (:kind "list" :title "Rows" :source "rows" :selection "multiple" :pageSize 20
                      :columns [(:key "title" :role "title") (:key "done" :role "toggle")]
                      :toolbar [(:action "deleteItems" :params (:selection t) :title "Delete" :role "primary")
                                (:action "toggleItem" :params (:selection t :key "done") :title "Tick")])))
  "A workspace with many rows, and a toolbar for those that are marked.")

(defun featurehost-tests-do (&rest commands)
  "Do COMMANDS as Emacs does those that are typed fast.
Only what waits for an answer reads one.  Each is a function without arguments,
or a command that reads its arguments."
  (dolist (command commands)
    (setq this-command command)
    (run-hooks 'pre-command-hook)
    (if (> (car (func-arity this-command)) 0)
        (call-interactively this-command)
      (funcall this-command))
    (run-hooks 'post-command-hook))
  (featurehost-tests-settle))

(defun featurehost-tests-press (number)
  "Return a command that presses the entry NUMBER of the toolbar."
  (lambda () (featurehost-tool number)))

(ert-deftest featurehost-test-a-tool-is-about-the-marks-that-were-typed-before-it ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (featurehost-tests-do #'featurehost-mark #'featurehost-mark #'featurehost-mark)
    (featurehost--go-to (featurehost--row-position "2"))
    (featurehost-tests-do #'featurehost-unmark #'featurehost-unmark (featurehost-tests-press 1))
    (should (equal (seq-take (featurehost--ids) 3) '("2" "3" "4")))
    (featurehost-tests-do #'featurehost-mark #'featurehost-mark #'featurehost-primary)
    (should (equal (seq-take (featurehost--ids) 3) '("2" "3" "6")))))

(ert-deftest featurehost-test-without-marks-a-tool-is-about-the-row-at-point ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (featurehost-tests-do #'featurehost-mark #'featurehost-mark)
    (featurehost--go-to (featurehost--row-position "1"))
    (featurehost-tests-do #'featurehost-unmark #'featurehost-unmark (featurehost-tests-press 1))
    (should (equal (seq-take (featurehost--ids) 3) '("1" "2" "4")))))

(ert-deftest featurehost-test-a-button-is-about-the-row-that-was-left-for-it ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (featurehost-tests-do #'next-line #'next-line
                          (lambda () (goto-char (point-min)))
                          #'featurehost-open-row)
    (should (equal (seq-take (featurehost--ids) 3) '("1" "2" "4")))))

(ert-deftest featurehost-test-a-row-is-reached-by-its-number ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (let ((numbers '(250 -1 1)))
      (cl-letf (((symbol-function 'read-number) (lambda (&rest _) (pop numbers))))
        (featurehost-tests-do #'featurehost-go-to-row (featurehost-tests-press 1))
        (should-not (member "250" (featurehost--ids)))
        (should (member "251" (featurehost--ids)))
        (featurehost-tests-do #'featurehost-go-to-row)
        (should (equal (tabulated-list-get-id) "300"))
        (featurehost-tests-do #'featurehost-go-to-row)
        (should (equal (tabulated-list-get-id) "1"))))))

(ert-deftest featurehost-test-what-follows-a-move-to-the-end-is-about-the-last-row ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (featurehost-tests-do #'featurehost-last-row (featurehost-tests-press 1))
    (should (equal (car (last (featurehost--ids))) "299"))
    (featurehost-tests-do #'featurehost-first-row #'featurehost-last-row #'previous-line #'featurehost-mark
                          #'featurehost-first-row #'next-line #'featurehost-mark (featurehost-tests-press 1))
    (should (equal (seq-take (featurehost--ids) 2) '("1" "3")))
    (featurehost-tests-do #'featurehost-last-row)
    (should (equal (last (featurehost--ids) 2) '("297" "299")))
    (featurehost-tests-do #'featurehost-last-row #'featurehost-first-row (featurehost-tests-press 1))
    (should (equal (seq-take (featurehost--ids) 2) '("3" "4")))))

(ert-deftest featurehost-test-a-row-behind-those-that-are-drawn-is-waited-for ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (let ((drawn (length (featurehost--ids))))
      (should (< drawn 300))
      (featurehost--go-to (featurehost--row-position (car (last (featurehost--ids)))))
      (featurehost-tests-do #'next-line (featurehost-tests-press 1))
      (should-not (member (format "%d" (1+ drawn)) (featurehost--ids)))
      (should (member (format "%d" drawn) (featurehost--ids))))))

(defmacro featurehost-tests-filtering (words &rest body)
  "Evaluate BODY, in which the words for a filter are read as WORDS."
  (declare (indent 1) (debug t))
  `(cl-letf (((symbol-function 'read-string) (lambda (&rest _) ,words)))
     ,@body))

(ert-deftest featurehost-test-what-follows-a-filter-is-about-its-rows ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (featurehost-tests-filtering "250"
      (featurehost-tests-do #'featurehost-filter-words #'featurehost-tick))
    (should (featurehost--on-p (featurehost--at (cdr (assoc "250" featurehost--row-values)) "done")))
    (featurehost-tests-filtering "Row 27"
      (featurehost-tests-do #'featurehost-filter-words #'featurehost-mark #'next-line #'featurehost-mark
                            (featurehost-tests-press 1)))
    (should (equal (seq-take (featurehost--ids) 2) '("127" "270")))
    (let (said)
      (cl-letf (((symbol-function 'featurehost--say) (lambda (text) (push text said))))
        (featurehost-tests-filtering "Nothing has this"
          (featurehost-tests-do #'featurehost-filter-words (featurehost-tests-press 1))))
      (should (equal (length said) 1)))
    (featurehost-tests-filtering ""
      (featurehost-tests-do #'featurehost-filter-words))
    (should (equal (featurehost--state (featurehost--leaf-here) :totalCount) 298))))

(ert-deftest featurehost-test-rows-that-cannot-be-loaded-are-not-replaced-by-others ()
  (let ((featurehost-sources
         (list (list "slow" :fetch
                     (lambda (request)
                       (if (zerop (or (featurehost--get request :offset) 0))
                           (list :items (vconcat (cl-loop for number from 1 to 20
                                                          collect (list :id (format "%d" number))))
                                 :endReached :false)
                         (featurehost-source-fail "broken" "There is no more." t)))))))
    (featurehost-tests-with
        '(:sources (:slow (:type "client"))
          :features (:rows (:kind "list" :source "slow" :selection "multiple" :pageSize 20)))
      (featurehost-tests-open "rows")
      (should-error (featurehost-tests-do #'featurehost-last-row #'featurehost-mark) :type 'user-error)
      (featurehost-tests-settle)
      (should-not (featurehost--selected (featurehost--leaf-here)))
      ;; After the user has seen that, a key means the shown row.
      (featurehost-tests-do #'featurehost-mark)
      (should (equal (featurehost--selected (featurehost--leaf-here)) '("20"))))))

(ert-deftest featurehost-test-what-was-asked-about-is-what-is-deleted ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (cl-letf (((symbol-function 'yes-or-no-p)
               (lambda (&rest _)
                 (featurehost--send (featurehost--leaf-here) "deleteItems" '(:ids ["1"]))
                 (featurehost-tests-settle)
                 (should (equal (tabulated-list-get-id) "2"))
                 t)))
      (featurehost-tests-do #'featurehost-delete))
    (should (equal (featurehost--ids) '("2" "3")))))

(ert-deftest featurehost-test-nothing-overtakes-what-waits ()
  (featurehost-tests-with featurehost-tests-choices
    (featurehost-tests-open "form")
    (featurehost-tests-type "/name" "Ada")
    (featurehost--toggle-option "/days" "mo")
    (featurehost--toggle-option "/days" "tu")
    ;; Other code sends the action without waiting.
    (featurehost--send (featurehost--leaf-here) "submit")
    (featurehost-tests-settle)
    (should (equal (featurehost--state (featurehost--leaf-here) :result :days) ["mo" "tu"]))
    (featurehost-tests-type "/name" "Bea")
    (featurehost--toggle-option "/days" "mo")
    (featurehost-proceed)
    (featurehost-tests-settle)
    (should (equal (featurehost--state (featurehost--leaf-here) :result :days) ["tu"]))))

(ert-deftest featurehost-test-a-result-of-an-older-query-is-not-marked ()
  (featurehost-tests-with
      '(:sources (:rows (:type "inline" :rows [(:id "1" :title "Pear") (:id "2" :title "Plum") (:id "3" :title "Plume")]))
        :features (:find (:kind "search" :source "rows" :keys ["title"] :debounceMs 300 :selection "multiple")))
    (featurehost-tests-open "find")
    (let ((results (current-buffer)))
      (featurehost-tests-typing ""
        (insert "p")
        (with-current-buffer results
          (featurehost-tests-settle))
        (insert "l")
        (featurehost-query-next)
        (featurehost-query-mark)
        (with-current-buffer results
          (featurehost-tests-settle))))
    (should (equal (length (featurehost--selected (featurehost--leaf-here))) 1))
    (should (equal (featurehost--selected (featurehost--leaf-here)) (list (nth 1 (featurehost--ids)))))))

;;;; The user's position while others make changes

(ert-deftest featurehost-test-a-row-that-goes-leaves-point-on-the-next-one ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (featurehost--go-to (featurehost--row-position "5"))
    (push-mark (featurehost--row-position "3") t)
    (featurehost--send (featurehost--leaf-here) "deleteItems" '(:ids ["1" "2" "5"]))
    (featurehost-tests-settle)
    (should (equal (tabulated-list-get-id) "6"))
    (should (equal (tabulated-list-get-id (mark t)) "3"))))

(ert-deftest featurehost-test-a-region-spans-the-rows-that-it-spanned ()
  (featurehost-tests-with featurehost-tests-tools
    (featurehost-tests-open "rows")
    (let ((transient-mark-mode t))
      (featurehost--go-to (featurehost--row-position "5"))
      (push-mark (featurehost--row-position "3") t t)
      (featurehost--send (featurehost--leaf-here) "deleteItems" '(:ids ["1"]))
      (featurehost-tests-settle)
      (featurehost-tests-do #'featurehost-mark)
      (should (equal (featurehost--selected (featurehost--leaf-here)) '("3" "4"))))))

(ert-deftest featurehost-test-a-button-stays-under-point ()
  (let ((featurehost-workspace nil) (featurehost-arguments '("serve")))
    (unwind-protect
        (save-current-buffer
          (featurehost-tests-open "gallery:twoCounters")
          (let* ((instance (featurehost--layer-instance featurehost--layer))
                 (snapshot (featurehost--instance-snapshot instance)))
            (goto-char (point-max))
            (backward-button 1)
            (push-mark (point) t)
            (let ((place (get-text-property (point) 'featurehost-place)))
              (should place)
              (plist-put snapshot :errors [(:id "e1" :code "x" :message "It went wrong." :retryable t :display "banner")])
              (featurehost--draw-instance instance)
              (should (string-match-p "It went wrong" (buffer-string)))
              (should (equal (get-text-property (point) 'featurehost-place) place))
              (should (= (mark t) (point)))
              (plist-put snapshot :errors [])
              (goto-char (point-min))
              (search-forward "[Dismiss")
              (featurehost--draw-instance instance)
              ;; A press at this position must not press another button.
              (should-not (button-at (point))))))
      (featurehost-tests-close))))

;;;; Forms

(defun featurehost-tests-type (path text)
  "Type TEXT in place of what the field PATH holds."
  (let ((widget (gethash path featurehost--widgets)))
    (goto-char (widget-field-start widget))
    (delete-region (point) (widget-field-text-end widget))
    (insert text)))

(ert-deftest featurehost-test-a-wrong-form-says-so-and-a-right-one-is-submitted ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-proceed)
    (featurehost-tests-settle)
    (should (string-match-p "Name is required" (overlay-get (gethash "/name" featurehost--notes) 'before-string)))
    (should (equal (featurehost--path-here) "/name"))
    (featurehost-tests-type "/name" "Ada")
    (featurehost-tests-settle)
    (should (equal (overlay-get (gethash "/name" featurehost--notes) 'before-string) ""))
    (featurehost-proceed)
    (featurehost-tests-settle)
    (should (equal (featurehost--state (featurehost--leaf-here) :result :name) "Ada"))))

(ert-deftest featurehost-test-each-change-is-sent-once ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (let ((before (featurehost--revision (featurehost--leaf-here))))
      (featurehost-tests-type "/name" "A")
      (featurehost-tests-settle)
      (should (= (featurehost--revision (featurehost--leaf-here)) (1+ before))))))

(ert-deftest featurehost-test-what-is-typed-stays-until-the-answer ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-tests-type "/name" "Ad")
    (let* ((instance (featurehost--layer-instance featurehost--layer))
           (older (featurehost--instance-snapshot instance)))
      (featurehost-tests-type "/name" "Ada")
      ;; An older snapshot arrives while the value is unanswered.
      (setf (featurehost--instance-snapshot instance) older)
      (featurehost--draw-layer featurehost--layer)
      (should (equal (widget-value (gethash "/name" featurehost--widgets)) "Ada"))
      (featurehost-tests-settle)
      (should (equal (featurehost--get (featurehost--field (featurehost--leaf-here) "/name") :value) "Ada")))))

(ert-deftest featurehost-test-other-fields-keep-point-and-text ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost--enter "/wants" t)
    (featurehost-tests-type "/name" "Ada L")
    (backward-char 2)
    (featurehost-tests-settle)
    (should (gethash "/why" featurehost--widgets))
    (should (equal (featurehost--path-here) "/name"))
    (should (looking-at " L"))
    (should (equal (widget-value (gethash "/name" featurehost--widgets)) "Ada L"))))

(defun featurehost-tests-by-others (path value)
  "Have the field PATH hold VALUE, as if others had entered that."
  (featurehost--send (featurehost--leaf-here) "setValue" (list :path path :value value))
  (featurehost-tests-settle))

(ert-deftest featurehost-test-what-others-enter-leaves-point-in-its-field ()
  (featurehost-tests-with
      '(:features (:form (:kind "form" :sections [(:fields [(:name "one" :type "text") (:name "two" :type "text")
                                                            (:name "many" :type "multiline")
                                                            (:name "wants" :type "toggle")
                                                            (:name "pick" :type "picker"
                                                             :options [(:value "a" :title "A long title")])
                                                            (:name "last" :type "text")])])))
    (save-window-excursion
      (featurehost-tests-open "form")
      (delete-other-windows)
      (switch-to-buffer (current-buffer))
      (featurehost-tests-type "/two" "Ada Lovelace")
      (featurehost-tests-type "/last" "End")
      (let ((other (split-window)) (inhibit-modification-hooks t))
        (set-window-point other (- (point) 1))
        (goto-char (+ 3 (widget-field-start (gethash "/two" featurehost--widgets))))
        (push-mark (widget-field-text-end (gethash "/two" featurehost--widgets)) t)
        (setq inhibit-modification-hooks nil)
        (cl-loop for (path value) in '(("/one" "What others have entered") ("/many" "Two\nlines") ("/wants" t)
                                       ("/pick" "a") ("/one" "") ("/many" "") ("/last" "Ends"))
                 do (featurehost-tests-by-others path value)
                 (should (equal (featurehost--path-here) "/two"))
                 (should (looking-at-p " Lovelace$"))
                 (should (= (mark t) (+ (point) 9)))
                 (should (eq (char-before (window-point other)) ?n)))
        ;; The form is changed while no window shows it.
        (set-window-buffer (selected-window) "*scratch*")
        (featurehost-tests-by-others "/one" "Once more")
        (should (eq (char-before (window-point other)) ?n))
        (should (looking-at-p " Lovelace$"))))))

(ert-deftest featurehost-test-the-end-of-a-field-stays-its-end ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-tests-type "/name" "Ada")
    (featurehost-tests-settle)
    (featurehost-tests-by-others "/name" "Ada Lovelace")
    (should (looking-back "Name \\* +Ada Lovelace" (point-min)))
    (goto-char (1+ (widget-field-start (gethash "/name" featurehost--widgets))))
    (featurehost-tests-by-others "/name" "Ada")
    (should (looking-at-p "da$"))))

(ert-deftest featurehost-test-a-field-that-goes-leaves-point-in-no-other ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-tests-by-others "/wants" t)
    (featurehost-tests-type "/why" "Because")
    (featurehost-tests-settle)
    (let ((text (buffer-string)) said)
      (cl-letf (((symbol-function 'featurehost--say) (lambda (text) (push text said))))
        (featurehost-tests-by-others "/wants" :false))
      (should-not (equal (buffer-string) text))
      (should (equal said '("The field that you were in is not there any more")))
      (should-not (featurehost--path-here))
      (should-not (widget-at (point)))
      (should-error (insert "more") :type 'text-read-only))))

(ert-deftest featurehost-test-what-others-enter-is-nothing-to-be-undone ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-tests-type "/name" "Ada")
    (featurehost-tests-settle)
    (featurehost-tests-by-others "/amount" 7)
    (let ((last-command nil))
      (should-error (undo) :type 'user-error))
    (should (equal (widget-value (gethash "/amount" featurehost--widgets)) "7"))))

(ert-deftest featurehost-test-the-focus-does-not-take-along-who-types ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-proceed)
    ;; The client does not know yet that the name is missing.
    (featurehost-tests-type "/amount" "7")
    (featurehost-tests-settle)
    (should (equal (featurehost--path-here) "/amount"))))

(ert-deftest featurehost-test-a-number-is-typed-digit-by-digit ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (dolist (text '("1" "1." "1.5"))
      (featurehost-tests-type "/amount" text)
      (featurehost-tests-settle)
      (should (equal (widget-value (gethash "/amount" featurehost--widgets)) text)))
    (should (equal (featurehost--get (featurehost--field (featurehost--leaf-here) "/amount") :value) 1.5))))

(ert-deftest featurehost-test-a-secret-is-nowhere ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (cl-letf (((symbol-function 'read-passwd) (lambda (&rest _) (copy-sequence "tr0ub4dor"))))
      (featurehost--edit-value "/code"))
    (featurehost-tests-settle)
    (should (string-match-p "Code +\\[set\\]" (buffer-string)))
    (dolist (buffer (buffer-list))
      (unless (buffer-file-name buffer)
        (with-current-buffer buffer
          (should-not (string-match-p "tr0ub4dor" (buffer-string))))))))

(ert-deftest featurehost-test-items-are-inserted-and-removed ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (dotimes (_ 2)
      (goto-char (point-max))
      (search-backward "[INS]")
      (forward-char)
      (widget-button-press (point))
      (featurehost-tests-settle))
    (should (string-match-p "1\\. \\[INS\\] \\[DEL\\] +\\[Down\\]" (buffer-string)))
    (should (string-match-p "2\\. \\[INS\\] \\[DEL\\] \\[Up\\]" (buffer-string)))
    (goto-char (point-min))
    (search-forward "[DE")
    (widget-button-press (point))
    (featurehost-tests-settle)
    (should-not (string-match-p "2\\." (buffer-string)))))

(defconst featurehost-tests-choices
  '(:features (:form (:kind "form" :title "Form"
                      :sections [(:fields [(:name "days" :type "multiPicker"
                                            :options [(:value "mo" :title "Monday") (:value "tu" :title "Tuesday")])
                                           (:name "name" :type "text")
                                           (:name "one" :type "picker"
                                            :options [(:value 1 :title "Same") (:value 2 :title "Same")
                                                      (:value 3 :title "none")])])])))
  "A workspace with a form in which something is chosen.")

(ert-deftest featurehost-test-two-boxes-are-ticked-before-an-answer ()
  (featurehost-tests-with featurehost-tests-choices
    (featurehost-tests-open "form")
    (featurehost--toggle-option "/days" "mo")
    (featurehost--toggle-option "/days" "tu")
    (featurehost-tests-settle)
    (should (equal (featurehost--get (featurehost--field (featurehost--leaf-here) "/days") :value) ["mo" "tu"]))))

(ert-deftest featurehost-test-a-refusal-leaves-what-was-typed-later ()
  (featurehost-tests-with featurehost-tests-choices
    (featurehost-tests-open "form")
    (let (answers)
      (cl-letf (((symbol-function 'featurehost--send)
                 (cl-function (lambda (_ _ &optional _ &key then &allow-other-keys) (push then answers)))))
        (featurehost-tests-type "/name" "A")
        (featurehost-tests-type "/name" "Ad"))
      (funcall (car (last answers)) nil)
      (featurehost--draw-layer featurehost--layer)
      (should (equal (widget-value (gethash "/name" featurehost--widgets)) "Ad")))))

(ert-deftest featurehost-test-options-with-one-title-are-told-apart ()
  (featurehost-tests-with featurehost-tests-choices
    (featurehost-tests-open "form")
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_ table &rest _) (nth 1 (all-completions "" table)))))
      (featurehost--edit-value "/one"))
    (featurehost-tests-settle)
    (should (equal (featurehost--get (featurehost--field (featurehost--leaf-here) "/one") :value) 1))))

(ert-deftest featurehost-test-undo-is-about-what-was-typed ()
  (featurehost-tests-with featurehost-tests-choices
    (featurehost-tests-open "form")
    (buffer-enable-undo)
    (cl-flet ((undo-it ()
                (undo-boundary)
                (let ((last-command nil)) (undo))
                (featurehost-tests-settle)))
      (featurehost-tests-type "/name" "Ada")
      (featurehost-tests-settle)
      (undo-boundary)
      (featurehost-tests-type "/name" "Bea")
      (featurehost-tests-settle)
      (undo-it)
      (should (equal (featurehost--get (featurehost--field (featurehost--leaf-here) "/name") :value) "Ada"))
      ;; Later drawing by the host must not be undone, and has other positions.
      (featurehost--enter "/one" 1)
      (featurehost-tests-settle)
      (let ((text (buffer-string)))
        (should-error (undo-it) :type 'user-error)
        (should (equal (buffer-string) text))))))

(ert-deftest featurehost-test-buffers-that-are-drawn-keep-no-undo ()
  (let ((featurehost-workspace nil) (featurehost-arguments '("serve")))
    (unwind-protect
        (save-current-buffer
          (featurehost-tests-open "gallery:counter")
          (should (eq buffer-undo-list t)))
      (featurehost-tests-close))))

;;;; Emacs around it

(ert-deftest featurehost-test-keys-that-would-draw-the-rows-otherwise-do-nothing ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "find")
    (dolist (key '("S" "{" "}"))
      (should-not (string-prefix-p "tabulated-list" (format "%s" (key-binding key)))))))

(ert-deftest featurehost-test-the-whole-row-goes-with-its-list ()
  (featurehost-tests-with featurehost-tests-asking
    (featurehost-tests-open "fruit")
    (featurehost-toggle-preview)
    (should (get-buffer "*featurehost row*"))
    (let ((list (current-buffer)))
      (featurehost-tests-open "find")
      (kill-buffer)
      (should (get-buffer "*featurehost row*"))
      (kill-buffer list)
      (should-not (get-buffer "*featurehost row*")))))

(ert-deftest featurehost-test-what-follows-point-survives-an-odd-snapshot ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (let ((state (featurehost--in (featurehost--leaf-here) :state)) (debug-on-error nil))
      (plist-put state :window '(:offset "none"))
      (run-hooks 'post-command-hook)
      (featurehost--after-command)
      (should (memq #'featurehost--after-command post-command-hook)))))

(ert-deftest featurehost-test-what-runs-programs-is-risky ()
  (dolist (variable '(featurehost-program featurehost-arguments featurehost-workspace featurehost-run-untrusted))
    (should (risky-local-variable-p variable))))

(defconst featurehost-tests-commands
  '(:sources (:made (:type "command" :argv ["sh" "-c" "echo a row"]))
    :features (:made (:kind "list" :title "Made" :source "made")))
  "A workspace that runs a program.")

(ert-deftest featurehost-test-where-nobody-can-be-asked-nothing-is-run ()
  (featurehost-tests-with featurehost-tests-commands
    (let (said)
      (cl-letf (((symbol-function 'featurehost--say) (lambda (text) (push text said)))
                ((symbol-function 'read-answer) (lambda (&rest _) (error "Somebody is asked"))))
        (featurehost-tests-open "made"))
      (should (equal said (list (format "%s is not trusted: nothing that it names is run"
                                        (file-truename featurehost-workspace))))))
    (should (string-match-p "programs of an untrusted workspace" (replace-regexp-in-string "[\n ]+" " " (buffer-string))))))

(ert-deftest featurehost-test-who-has-decided-otherwise-is-not-asked ()
  (let ((featurehost-run-untrusted t))
    (featurehost-tests-with featurehost-tests-commands
      (featurehost-tests-open "made")
      (should (string-match-p "a row" (buffer-string)))
      (should-error (featurehost-trust) :type 'user-error))))

(ert-deftest featurehost-test-what-would-be-run-is-told-whole-and-bounded ()
  (should (equal (featurehost--command-line '(:kind "command" :name "a\nb" :argv ["sh" "-c" "it's\e[31m\u202e" ""]))
                 "command a⏎b: sh -c 'it'\\''s·[31m·' ''"))
  (let ((line (featurehost--command-line `(:kind "plugin" :name "p" :argv [,(make-string 5000 ?x)]))))
    (should (string-suffix-p "… and 3010 characters more; read the file" line)))
  (let ((program '(:kind "command" :name "c" :argv ["true"])))
    (should (string-suffix-p "c: true\n… and 10 more; read the file\n"
                             (featurehost--trust-text `(:workspace "/w" :programs ,(make-vector 60 program)))))))

(ert-deftest featurehost-test-the-list-is-kept-where-the-host-is ()
  (let ((featurehost-program "ssh") (featurehost-arguments '("work" "featurehost" "connect" "--socket" "s" "--spawn" "--"))
        (session (featurehost--make-session :directory default-directory)) called)
    (cl-letf (((symbol-function 'call-process) (lambda (&rest words) (setq called words) 0))
              ((symbol-function 'featurehost--start-anew) #'ignore))
      (featurehost--trust session "--" "/w"))
    (should (equal called '("ssh" nil t nil "work" "featurehost" "trust" "--" "/w")))))

(ert-deftest featurehost-test-emacs-asks-before-it-ends-with-what-was-entered ()
  (featurehost-tests-with featurehost-tests-form
    (cl-flet ((may-end (answer)
                (cl-letf (((symbol-function 'yes-or-no-p) (lambda (_) answer)))
                  (run-hook-with-args-until-failure 'kill-emacs-query-functions))))
      (featurehost-tests-open "form")
      (should (may-end nil))
      (featurehost-tests-type "/name" "Ada")
      (featurehost-tests-settle)
      (should-not (may-end nil))
      (should (may-end t))
      (let ((session (car featurehost--sessions)))
        (cl-letf (((symbol-function 'run-at-time) (lambda (_ _ does &rest _) (funcall does)))
                  ((symbol-function 'yes-or-no-p) #'always))
          (kill-buffer))
        (should-not (memq session featurehost--sessions))
        (should-not (memq #'featurehost--may-end kill-emacs-query-functions))))))

;;;; Sources

(defconst featurehost-tests-client
  '(:sources (:birds (:type "client" :can ["update" "delete"] :operations ["sing"]))
    :features (:birds (:kind "list" :title "Birds" :source "birds")
               :find (:kind "search" :title "Find" :source "birds" :keys ["name"] :debounceMs 0
                      :actions [(:id "sing" :title "Sing" :perform "sing")])))
  "A workspace with rows of Emacs.")

(ert-deftest featurehost-test-rows-of-a-function-are-shown-edited-and-performed-on ()
  (let* ((rows (list (list :id "1" :name "Wren" :rare :false) (list :id "2" :name "Kite" :rare t))) (sung nil)
         (featurehost-sources nil))
    (featurehost-define-source
     "birds"
     :fetch (lambda (_) rows)
     :update (lambda (request)
               (let ((row (cl-find (plist-get request :id) rows :key #'cadr :test #'equal)))
                 (cl-loop for (key value) on (plist-get request :patch) by #'cddr do (plist-put row key value))
                 (list :item row)))
     :delete (lambda (_) (featurehost-source-fail "protected" "Birds are protected." t))
     :perform (lambda (request) (setq sung (featurehost--get request :input :ids)) '(:output :null)))
    (featurehost-tests-with featurehost-tests-client
      (featurehost-tests-open "birds")
      (should (string-match-p "Wren +\\[ \\]" (buffer-string)))
      (featurehost-tick)
      (featurehost-tests-settle)
      (should (eq (plist-get (car rows) :rare) t))
      (featurehost--send (featurehost--leaf-here) "deleteItems" '(:ids ["2"]))
      (featurehost-tests-settle)
      (should (string-match-p "Birds are protected" (buffer-string)))
      (setq rows (append rows (list (list :id "3" :name "Heron"))))
      (featurehost-source-changed "birds")
      (featurehost-tests-until (lambda () (string-match-p "Heron" (buffer-string))))
      (featurehost-tests-open "find")
      (featurehost--send (featurehost--leaf-here) "setQuery" '(:query "ki"))
      (featurehost-tests-settle)
      (featurehost-accept)
      (featurehost-tests-until (lambda () sung))
      (should (equal sung ["2"])))))

(ert-deftest featurehost-test-a-buffer-with-what-was-entered-is-not-killed-by-the-host ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (cl-flet ((delete-it ()
                (featurehost--answer (featurehost--make-session) "source/delete"
                                     `(:source "buffers" :opId "o1" :ids [,(buffer-name)]))))
      (featurehost-tests-type "/name" "Ada")
      (featurehost-tests-settle)
      (should (string-match-p "has unsaved changes" (featurehost--get (delete-it) :error :message)))
      (featurehost-tests-type "/name" "")
      (featurehost-tests-settle)
      (let ((form (current-buffer)))
        (delete-it)
        (should-not (buffer-live-p form))))))

(ert-deftest featurehost-test-an-operation-is-not-done-twice ()
  (let* ((count 0) (session (featurehost--make-session))
         (featurehost-sources (list (list "s" :delete (lambda (_) (cl-incf count) nil)))))
    (dotimes (_ 2)
      (should (equal (featurehost--answer session "source/delete" '(:source "s" :opId "o1" :ids ["1"])) '(:result nil))))
    (should (= count 1))))

(ert-deftest featurehost-test-a-failing-operation-repeats-nothing ()
  (let* ((featurehost-sources (list (list "s" :perform (lambda (_) (error "With tr0ub4dor"))))))
    (should-not (string-match-p "tr0ub4dor"
                                (format "%S" (featurehost--answer (featurehost--make-session) "source/perform"
                                                                  '(:source "s" :opId "o1" :operation "x")))))))

(ert-deftest featurehost-test-pages-are-cut ()
  (let ((rows (mapcar (lambda (n) (list :id n)) '(1 2 3))))
    (should (equal (featurehost--page rows '(:offset 1 :limit 1)) '(:items [(:id 2)] :totalCount 3 :endReached :false)))
    (should (equal (featurehost--page rows '(:offset 2 :limit 5)) '(:items [(:id 3)] :totalCount 3 :endReached t)))))

(ert-deftest featurehost-test-rows-are-fetched-once-for-all-pages ()
  (let* ((count 0) (session (featurehost--make-session :sources '("s")))
         (featurehost--sessions (list session))
         (featurehost-sources (list (list "s" :fetch (lambda (_) (cl-incf count) '((:id "1") (:id "2") (:id "3")))
                                          :delete #'ignore))))
    (cl-letf (((symbol-function 'jsonrpc-notify) #'ignore))
      (cl-flet ((fetch (offset &rest more)
                  (mapcar (lambda (row) (plist-get row :id))
                          (featurehost--get (featurehost--answer session "source/fetch"
                                                                 `(:source "s" :offset ,offset :limit 1 ,@more))
                                            :result :items))))
        (should (equal (list (fetch 0 :refresh t) (fetch 1) (fetch 2)) '(("1") ("2") ("3"))))
        (should (= count 1))
        ;; A list whose rows were all sent is no longer stored.
        (fetch 1)
        (should (= count 2))
        (fetch 1)
        (should (= count 2))
        (featurehost-source-changed "s")
        (fetch 1)
        (should (= count 3))
        (featurehost--answer session "source/delete" '(:source "s" :opId "o1" :ids []))
        (fetch 1)
        (should (= count 4))
        (fetch 0)
        (should (= count 5))))))

(ert-deftest featurehost-test-an-answer-that-is-no-json-is-an-error ()
  (let ((featurehost-sources (list (list "s" :fetch (lambda (_) (list (list :id "1" :mode 'a-symbol)))))))
    (should (featurehost--get (featurehost--decode (featurehost--encode (featurehost--answer (featurehost--make-session)
                                                                                            "source/fetch"
                                                                                            '(:source "s"))))
                              :error :message))))

;;;; The host's end

(ert-deftest featurehost-test-a-host-that-died-is-started-again ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (let ((instance (featurehost--layer-instance featurehost--layer)) (root (current-buffer)))
      (delete-process (featurehost--process (featurehost--session-connection
                                             (featurehost--instance-session instance))))
      (featurehost-tests-until (lambda () (featurehost--is-dead instance)))
      (featurehost-tests-top)
      (should (string-match-p "The host has ended" (buffer-string)))
      (set-buffer root)
      (should (string-match-p "Pear" (buffer-string)))
      (featurehost-restart)
      (featurehost-tests-until (lambda () (equal (length (featurehost--instance-layers instance)) 1)))
      (featurehost-tests-settle)
      (featurehost-tick)
      (featurehost-tests-settle)
      (should (string-match-p "Pear +\\[ \\]" (buffer-string))))))

(defun featurehost-tests-kill ()
  "End the host of the buffer, and wait until that is told."
  (let ((instance (featurehost--layer-instance featurehost--layer)))
    (delete-process (featurehost--process (featurehost--session-connection (featurehost--instance-session instance))))
    (featurehost-tests-until (lambda () (featurehost--is-dead instance)))))

(defun featurehost-tests-restart ()
  "Start the host of the buffer again, and wait until nothing is on its way."
  (featurehost-restart)
  (run-hooks 'post-command-hook)
  (featurehost-tests-settle))

(defun featurehost-tests-values ()
  "Return what the host has in the fields of the form of the buffer, by their labels."
  (cl-loop for (_ field) on (featurehost--state (featurehost--leaf-here) :fields) by #'cddr
           unless (equal (featurehost--type field) "repeated")
           collect (cons (featurehost--get field :label) (plist-get field :value))))

(defun featurehost-tests-lost ()
  "Return what the buffer of what was lost says, and kill it."
  (when-let* ((buffer (get-buffer "*featurehost lost*")))
    (prog1 (with-current-buffer buffer (buffer-string))
      (kill-buffer buffer))))

(ert-deftest featurehost-test-what-was-entered-outlives-the-host ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-tests-type "/name" "Ada")
    (featurehost--enter "/code" "tr0ub4dor" "setSecret")
    (featurehost--send (featurehost--leaf-here) "insertItem" '(:path "/lines"))
    (featurehost-tests-settle)
    (featurehost-tests-kill)
    (should (memq #'widget-after-change after-change-functions))
    (featurehost-tests-type "/name" "Ada L")
    (featurehost-tests-type "/amount" "1.5")
    (featurehost--enter "/wants" t)
    (featurehost-tests-type (cl-loop for path being the hash-keys of featurehost--widgets
                                     when (string-suffix-p "/what" path) return path)
                            "A line")
    (should-error (featurehost--edit-value "/code") :type 'user-error)
    (featurehost-tests-restart)
    (should (equal (featurehost-tests-values)
                   '(("Name" . "Ada L") ("Amount" . 1.5) ("Code" . (:isSet :false)) ("Wants" . t) ("Why" . "")
                     ("What" . "A line"))))
    (should (equal (widget-value (gethash "/name" featurehost--widgets)) "Ada L"))
    (let ((lost (featurehost-tests-lost)))
      (should (string-match-p "Form — Code\nThis is a secret" lost))
      (should-not (string-match-p "tr0ub4dor\\|Ada" lost)))
    (featurehost-tests-type "/name" "Ada Lovelace")
    (featurehost-tests-settle)
    (should (equal (cdr (assoc "Name" (featurehost-tests-values))) "Ada Lovelace"))))

(ert-deftest featurehost-test-what-was-not-answered-outlives-the-host ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (let ((process (featurehost--process (featurehost--session-connection (car featurehost--sessions)))))
      (signal-process process 'SIGSTOP)
      (featurehost-tests-type "/name" "Ada")
      (signal-process process 'SIGKILL)
      (featurehost-tests-type "/amount" "7"))
    (featurehost-tests-until (lambda () (featurehost--is-dead (featurehost--layer-instance featurehost--layer))))
    (featurehost-tests-restart)
    (should (equal (seq-take (featurehost-tests-values) 2) '(("Name" . "Ada") ("Amount" . 7))))
    (should-not (featurehost-tests-lost))))

(ert-deftest featurehost-test-what-is-entered-again-outlives-that-host-too ()
  (featurehost-tests-with featurehost-tests-form
    (featurehost-tests-open "form")
    (featurehost-tests-type "/name" "Ada")
    (featurehost--send (featurehost--leaf-here) "insertItem" '(:path "/lines"))
    (featurehost-tests-settle)
    (featurehost-tests-kill)
    (let ((session (car featurehost--sessions)) (again (symbol-function 'featurehost--enter-again)))
      (cl-letf (((symbol-function 'featurehost--enter-again)
                 (lambda (instance all)
                   (let ((process (featurehost--process (featurehost--session-connection session))))
                     (signal-process process 'SIGSTOP)
                     (funcall again instance all)
                     (signal-process process 'SIGKILL)))))
        (featurehost-restart)
        (featurehost-tests-until (lambda () (featurehost--session-death session)))))
    (should (featurehost--is-unsaved (featurehost--here)))
    (featurehost-tests-restart)
    (should (equal (cdr (assoc "Name" (featurehost-tests-values))) "Ada"))
    (should (assoc "What" (featurehost-tests-values)))
    (should-not (featurehost-tests-lost))
    (should-not (featurehost--instance-entering (featurehost--layer-instance featurehost--layer)))))

(ert-deftest featurehost-test-what-has-no-place-any-more-is-shown ()
  (featurehost-tests-with '(:sources (:rows (:type "inline" :rows [(:id "1" :title "Pear")]))
                            :features (:fruit (:kind "form" :title "Fruit"
                                               :sections [(:fields [(:name "name" :type "text")
                                                                    (:name "why" :type "multiline")])])
                                       :list (:kind "list" :source "rows" :modals (:add (:feature "fruit" :style "sheet")))))
    (featurehost-tests-open "list")
    (let ((root (current-buffer)))
      (featurehost--send (featurehost--leaf-here) "present" '(:modal "add"))
      (featurehost-tests-settle)
      (featurehost-tests-top)
      (featurehost-tests-type "/name" "Apple")
      (featurehost-tests-settle)
      (let ((sheet (current-buffer)))
        (featurehost-tests-kill)
        (featurehost-tests-type "/why" "Red\nand round")
        (cl-letf (((symbol-function 'yes-or-no-p) #'ignore))
          (should-not (kill-buffer sheet)))
        (set-buffer root)
        (featurehost-tests-restart)
        (should-not (buffer-live-p sheet)))
      (should (equal (featurehost-tests-lost) "Fruit — Name\nApple\n\nFruit — Why\nRed\nand round\n\n")))))

(ert-deftest featurehost-test-a-query-outlives-the-host ()
  (featurehost-tests-with featurehost-tests-pages
    (featurehost-tests-open "searches")
    (let ((results (current-buffer)))
      (featurehost-tests-typing ""
        (insert "p")
        (with-current-buffer results
          (featurehost-tests-settle)
          (featurehost-tests-kill))
        (insert "l")
        ;; The value would be restored even without the minibuffer.
        (should (equal (featurehost--state (featurehost--newest featurehost--query-node) :query) "pl"))
        (featurehost-query-restart)
        (with-current-buffer results
          (featurehost-tests-settle)
          (should (equal (featurehost--state (featurehost--leaf-here) :query) "pl")))
        (insert "u")
        (with-current-buffer results
          (featurehost-tests-settle)
          (should (equal (featurehost--state (featurehost--leaf-here) :query) "plu")))))))

(ert-deftest featurehost-test-words-outlive-the-host ()
  (featurehost-tests-with featurehost-tests-pages
    (featurehost-tests-open "one")
    (let ((list (current-buffer)))
      (cl-letf (((symbol-function 'read-string)
                 (lambda (&rest _)
                   (with-temp-buffer
                     (run-hooks 'minibuffer-setup-hook)
                     (cl-letf (((symbol-function 'minibuffer-contents-no-properties) #'buffer-string))
                       (insert "pe")
                       (with-current-buffer list
                         (featurehost-tests-settle)
                         (featurehost-tests-kill))
                       (insert "a")
                       (buffer-string))))))
        (featurehost-filter-words))
      (featurehost-tests-restart)
      (should (equal (featurehost--filter-text (featurehost--leaf-here)) "pea")))))

(ert-deftest featurehost-test-a-wrong-workspace-is-told ()
  (featurehost-tests-with '(:features (:x (:kind "nonsense")))
    (should (string-match-p "status 2" (cadr (should-error (featurehost featurehost-workspace "x") :type 'user-error))))
    (should-not featurehost--sessions)))

(ert-deftest featurehost-test-a-workspace-without-features-is-told ()
  (featurehost-tests-with '(:features nil)
    (should (string-match-p "no feature" (cadr (should-error (with-timeout (100 (error "It waits for ever"))
                                                               (featurehost featurehost-workspace))
                                                             :type 'user-error))))))

(ert-deftest featurehost-test-a-program-that-is-no-host-is-told ()
  (let ((featurehost-program "sh") (featurehost-arguments '("-c" "echo Hello; echo '{\"id\":1,\"error\":{\"message\":\"No.\"}}'; read line; read line"))
        (debug-on-error nil))
    (unwind-protect
        (should (string-match-p "No\\." (cadr (should-error (with-timeout (100 (error "It waits for ever"))
                                                              (featurehost nil "x"))
                                                            :type 'user-error))))
      (featurehost-tests-close))))

(ert-deftest featurehost-test-who-stops-waiting-stops-the-host ()
  (let ((featurehost-program "cat") (featurehost-arguments nil) ended)
    (cl-letf (((symbol-function 'featurehost--stop-later) (lambda (session) (setq ended session)))
              ((symbol-function 'featurehost--await) (lambda (&rest _) (signal 'quit nil))))
      (unwind-protect
          (progn (condition-case nil (featurehost nil "x") (quit nil))
                 (should (memq ended featurehost--sessions)))
        (featurehost-tests-close)))))

(ert-deftest featurehost-test-a-line-without-an-end-is-given-up ()
  (let ((featurehost-program "sh") (featurehost-arguments '("-c" "while read line; do printf 12345678901234567890; done; sleep 60"))
        (featurehost--longest-line 10))
    (unwind-protect
        (should (string-match-p "too long" (cadr (should-error (with-timeout (100 (error "It waits for ever"))
                                                                 (featurehost nil "x"))
                                                               :type 'user-error))))
      (featurehost-tests-close))))

(ert-deftest featurehost-test-a-log-does-not-grow-for-ever ()
  (let ((featurehost-program "sh")
        (featurehost-arguments '("-c" "yes | head -c 1000000 >&2; echo The last words >&2; cat > /dev/null")))
    (unwind-protect
        (cl-letf (((symbol-function 'featurehost--await)
                   (lambda (session _)
                     (let* ((process (featurehost--process (featurehost--session-connection session)))
                            (log (get-buffer (format " *%s log*" (process-name process)))))
                       (featurehost-tests-until
                        (lambda ()
                          (with-current-buffer log
                            (should (< (buffer-size) 300000))
                            (save-excursion (goto-char (point-max)) (search-backward "The last words" nil t)))))
                       (signal 'quit nil)))))
          (should (eq 'quit (condition-case nil (featurehost nil "x") (quit 'quit)))))
      (featurehost-tests-close))))

(ert-deftest featurehost-test-the-host-stays-while-a-feature-is-chosen ()
  (featurehost-tests-with featurehost-tests-rows
    (featurehost-tests-open "fruit")
    (kill-buffer)
    (let ((session (car featurehost--sessions)) later)
      (cl-letf (((symbol-function 'run-at-time) (lambda (_ _ does &rest _) (setq later does))))
        (featurehost--stop-later session))
      (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) (funcall later) "Fruit")))
        (featurehost featurehost-workspace))
      (should (memq session featurehost--sessions))
      (featurehost-tests-until (lambda () (featurehost--session-instances session))))))

(ert-deftest featurehost-test-buffers-are-followed-for-hosts-alone ()
  (let* ((session (featurehost--make-session :sources '("buffers"))) (featurehost--sessions (list session)))
    (featurehost--set-hooks)
    (should (memq #'featurehost--buffers-changed buffer-list-update-hook))
    (featurehost--ended session "It ended.")
    (should-not (memq #'featurehost--buffers-changed buffer-list-update-hook))))

(ert-deftest featurehost-test-a-host-that-cannot-be-started-stays-dead ()
  (let ((session (featurehost--make-session :directory "/nowhere/at/all/" :death "It ended.")) (buffers (buffer-list)))
    (should-error (featurehost--start session) :type 'user-error)
    (should (featurehost--session-death session))
    (should (equal (length (buffer-list)) (length buffers)))))

(ert-deftest featurehost-test-a-word-to-the-person-waits-for-nobody ()
  (cl-letf (((symbol-function 'sit-for) (lambda (&rest _) (error "It waits"))))
    (with-current-buffer (window-buffer (minibuffer-window))
      (featurehost--say "A word"))))

(provide 'featurehost-tests)
;;; featurehost-tests.el ends here
