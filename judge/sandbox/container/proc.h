// Makes the container's /proc: its own processes, nothing of the host, nothing that carries information from run to
// run.
#pragma once

// Mounts /proc beneath `root`, while the host's is still visible.
void mount_proc(const char *root);

// Hides the files that describe the host and makes the rest read-only. The container's root must have been entered.
void restrict_proc(void);

// Makes number 2 the next process id, as in the first run. No process but init may be alive.
void restart_pids(void);
