#!/bin/sh
# usage: with-keyring.sh <command...>
# Runs the command on a private session bus with a throw-away, unlocked gnome-keyring; the exit status is the command's.
# A command that needs a display starts its own: with-keyring.sh xvfb-run -a <command...>
# 77: a program is missing (named on standard error).  78: the keyring did not unlock.
set -u
for program in dbus-run-session dbus-send gnome-keyring-daemon; do
  command -v "$program" >/dev/null || {
    echo "missing $program: apt-get install -y --no-install-recommends libsecret-1-0 gnome-keyring dbus" >&2
    exit 77
  }
done
keyring_home=$(mktemp -d)
trap 'rm -rf "$keyring_home"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
env -u DISPLAY -u WAYLAND_DISPLAY -u DBUS_SESSION_BUS_ADDRESS XDG_DATA_HOME="$keyring_home/data" XDG_RUNTIME_DIR="$keyring_home" dbus-run-session -- sh -c '
  printf "test\n" > "$XDG_RUNTIME_DIR/password"
  gnome-keyring-daemon --foreground --unlock --components=secrets < "$XDG_RUNTIME_DIR/password" >/dev/null 2>&1 &
  keyring=$!
  ask() { dbus-send --session --print-reply "$@" 2>/dev/null; }
  # Asked for by name first: a question to the service itself would make the bus start another one.
  is_open() {
    ask --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q "boolean true" &&
      ask --dest=org.freedesktop.secrets /org/freedesktop/secrets/aliases/default org.freedesktop.DBus.Properties.Get string:org.freedesktop.Secret.Collection string:Locked | grep -q "boolean false"
  }
  tries=0
  until is_open; do
    tries=$((tries + 1))
    [ $tries -gt 200 ] && { echo "keyring did not unlock" >&2; kill $keyring; exit 78; }
    sleep 0.05
  done
  "$@"
  status=$?
  kill $keyring 2>/dev/null
  wait $keyring 2>/dev/null
  exit $status' sh "$@"
