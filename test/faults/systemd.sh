#!/bin/sh
# systemd as the first process of a machine of its own: namespaces, an overlay of this file system, its own network.
# Use, as root: systemd.sh FOLDER PACKAGES. FOLDER is /srv/releves over there, PACKAGES is /srv/paquets/node_modules.
set -eu
if [ -z "${3:-}" ]; then
  for unified in /sys/fs/cgroup /sys/fs/cgroup/unified; do [ ! -f $unified/cgroup.procs ] || break; done
  group=$(mktemp -d "$unified/releves-XXXXXX")
  top=$(mktemp -d)
  # shellcheck disable=SC2016
  sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec unshare "$@"' - "$group" --pid --mount --uts --ipc --net --cgroup --fork \
    --kill-child --propagation private sh "$0" "$1" "$2" "$top" &
  machine=$!
  trap 'kill -9 $machine' TERM
  wait || wait || true
  # What was in there takes a moment to be gone.
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true
    [ -d "$group" ] || break
    sleep 0.2
  done
  rmdir "$top"
  exit
fi

top=$3
mount -t tmpfs tmpfs "$top"
mkdir "$top/haut" "$top/travail" "$top/racine"
root=$top/racine
mount -t overlay overlay -o "lowerdir=/,upperdir=$top/haut,workdir=$top/travail" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for fresh in run tmp; do mount -t tmpfs tmpfs "$root/$fresh"; done
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir -p "$root/dev/shm" "$root/srv/releves" "$root/srv/paquets/node_modules"
mount --bind "$1" "$root/srv/releves"
mount --bind "$2" "$root/srv/paquets/node_modules"
# Stands in for npm: the packages that are here already, as a folder of links.
printf '#!/bin/sh\nrm -rf node_modules\nmkdir node_modules\nln -s /srv/paquets/node_modules/* node_modules/\n' >"$root/usr/local/bin/npm"
chmod 755 "$root/usr/local/bin/npm"
# Nothing of this machine starts over there.
rm -rf "$root"/etc/systemd/system/*
printf '[Unit]\nRequires=basic.target\nAfter=basic.target\n' >"$root/etc/systemd/system/essai.target"
hostname essai
ip link set lo up
cd "$root"
mkdir -p ancienne
pivot_root . ancienne
umount -l /ancienne
exec env -i container=essai PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --unit=essai.target --log-target=null --show-status=no
