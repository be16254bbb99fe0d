"""A user's session as a script: adds a task in a sheet, searches a file, signs up with an error, and deletes a row.

    python tour.py clients/demo/demo.workspace.json
"""

import sys

import featurehost

with featurehost.Host(workspace=sys.argv[1] if len(sys.argv) > 1 else "clients/demo/demo.workspace.json") as host:
    app = host.open("app")
    tasks = app.at("stack", app.state["stack"][0]["key"])
    app.settle()

    tasks.send("present", modal="newTask")
    sheet = tasks.at("presentation")
    sheet.send("setValue", path="/title", value="Buy milk")
    sheet.send("submit", await_="settled")
    print("tasks:", *(item["value"]["title"] for item in tasks.state["items"]), sep="\n  ")

    files = host.open("files")
    files.send("setQuery", query="readme", await_="settled")
    print("files:", *(item["value"]["title"] for item in files.state["groups"][0]["items"][:3]), sep="\n  ")

    form = host.open("signUp")
    form.send("setValues", values={"name": "Ada", "email": "ada at example"})
    form.send("setSecret", path="/password", value="short")
    form.send("submit", await_="settled")
    wrong = [message["text"] for field in form.state["fields"].values() for message in field["messages"]]
    print("sign-up:", form.state["status"], *wrong, sep="\n  ")

    tasks.send("setActive", id="2")
    tasks.send("present", modal="deleteTask")
    question = tasks.snapshot.presentation
    tasks.send("pressButton", key=question.key, buttonId="delete", await_="settled")
    print(question.title, tasks.state["count"], "tasks are left")
