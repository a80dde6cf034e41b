# Sourced by bin/install and bin/build; not run by itself. A lock that two commands started at the same time respect.
# lock NAME   waits until this process holds .cache/NAME.lock (a folder: mkdir is atomic everywhere), released on exit.
# The lock of a process that no longer exists is taken over. After ten minutes of waiting it gives up, with status 75.

lock() {
  lock_dir=.cache/$1.lock
  mkdir -p .cache
  waited=0
  until mkdir "$lock_dir" 2>/dev/null; do
    holder=$(cat "$lock_dir/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
      # Read again before removing: another waiter may have taken the lock over in the meantime.
      [ "$holder" = "$(cat "$lock_dir/pid" 2>/dev/null || true)" ] && rm -rf "$lock_dir"
      continue
    fi
    # A folder without a pid belongs to a process that died between its two commands, or is about to write it.
    if [ -z "$holder" ] && [ -n "$(find "$lock_dir" -prune -mmin +1 2>/dev/null)" ]; then
      rm -rf "$lock_dir"
      continue
    fi
    if [ "$waited" -ge 600 ]; then
      echo "Une autre commande occupe $lock_dir depuis dix minutes." >&2
      exit 75
    fi
    waited=$((waited + 1))
    sleep 1
  done
  echo $$ >"$lock_dir/pid"
  trap 'rm -rf "$lock_dir"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}
