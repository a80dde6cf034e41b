#!/bin/sh
# A machine with systemd as its first process: namespaces, an overlay of this file system which FOLDER keeps, a line to a bridge that it
# shares with the others, where this machine is 10.77.0.1. Use, as root: trois-machines.sh NAME ADDRESS FOLDER. Killed (TERM), it is as if
# its cord were drawn; started again with the same FOLDER, it boots. FOLDER/pid is its first process, FOLDER/groupe its control group.
set -eu
name=$1 address=$2 folder=$3
if [ -z "${4:-}" ]; then
  for unified in /sys/fs/cgroup /sys/fs/cgroup/unified; do [ ! -f $unified/cgroup.procs ] || break; done
  group=$(mktemp -d "$unified/trois-XXXXXX")
  echo "$group" >"$folder/groupe"
  # shellcheck disable=SC2016
  sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec unshare "$@"' - "$group" --pid --mount --uts --ipc --net --cgroup --fork \
    --kill-child --propagation private sh "$0" "$name" "$address" "$folder" dedans &
  machine=$!
  trap 'kill -9 $machine' TERM
  until init=$(cat "/proc/$machine/task/$machine/children") && [ -n "$init" ]; do sleep 0.1; done
  init=${init% }
  # The line of a machine that was killed may outlive it by a moment.
  ip link delete "v-$name" 2>/dev/null || true
  ip link add "v-$name" type veth peer name eth0 netns "$init"
  ip link set "v-$name" master trois up
  echo "$init" >"$folder/pid"
  wait || wait || true
  # What was in there takes a moment to be gone.
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true
    [ -d "$group" ] || break
    sleep 0.2
  done
  exit
fi

root=$folder/racine
mkdir -p "$folder/haut" "$folder/travail" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/haut,workdir=$folder/travail" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for fresh in dev run tmp; do mount -t tmpfs tmpfs "$root/$fresh"; done
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
chmod 755 "$root/dev"
ln -s /proc/self/fd "$root/dev/fd"
mkdir -p "$root/dev/shm" "$root/ancienne"
mount -t tmpfs tmpfs "$root/dev/shm"
# A folder on the disk of somebody else, as the document asks for the backups.
mkdir -p "$folder/../sauvegardes" "$root/srv/sauvegardes"
mount --bind "$folder/../sauvegardes" "$root/srv/sauvegardes"
if [ ! -e "$folder/neuve" ]; then
  # Nothing of this machine starts over there, nor is any of its data there.
  rm -rf "$root"/etc/systemd/system/* "$root"/lib/systemd/system/multi-user.target.wants
  rm -rf "$root"/var/lib/etcd/default "$root"/var/lib/postgresql/15/releves "$root"/etc/postgresql/15/main
  [ -x "$root/usr/bin/sudo" ] ||
    printf '#!/bin/sh\n[ "$1" != -u ] || { user=$2; shift 2; exec runuser -u "$user" -- "$@"; }\nexec "$@"\n' >"$root/usr/local/bin/sudo"
  [ -x "$root/usr/bin/sudo" ] || chmod 755 "$root/usr/local/bin/sudo"
  : >"$folder/neuve"
fi
echo "$name" >"$root/etc/hostname"
hostname "$name"
ip link set lo up
until ip link show eth0 >/dev/null 2>&1; do sleep 0.1; done
ip address add "$address/24" dev eth0
ip link set eth0 up
cd "$root"
pivot_root . ancienne
umount -l /ancienne
exec env -i container=essai PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --unit=multi-user.target --log-target=null --show-status=no
