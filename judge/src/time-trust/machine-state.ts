import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { allowedCores } from '#workshop/choose-cores.ts';

/** Facts from the kernel about how evenly this machine computes; null for unknown ones. */
export interface MachineState {
  cores: number;
  /** Average number of processes ready to run, over the last minute. */
  load: number;
  /**
   * True when the processor may raise its clock for a while: the same program then takes less time now than later.
   */
  hasTurbo: boolean | null;
  /** Frequency governors of the cores, such as `powersave`, each once. */
  governors: readonly string[];
  /** Number of times a core was slowed down because it was hot, since the machine started. */
  throttled: number | null;
  /** Share of the demanded time, since the start, that the hypervisor gave to other machines, 0 to 1. */
  stolen: number | null;
  /** True when this process was started at real-time priority, which the judged programs would inherit. */
  isRealTime: boolean;
}

const CPU = '/sys/devices/system/cpu';

export function readMachineState(): MachineState {
  const cores = allowedCores();
  const throttles = cores.flatMap(
    (core) => numberIn(`${CPU}/cpu${core}/thermal_throttle/core_throttle_count`) ?? [],
  );
  return {
    cores: cores.length,
    load: loadavg()[0] ?? 0,
    hasTurbo: readTurbo(),
    governors: [
      ...new Set(cores.flatMap((core) => textIn(`${CPU}/cpu${core}/cpufreq/scaling_governor`) ?? [])),
    ],
    throttled: throttles.length === 0 ? null : throttles.reduce((sum, count) => sum + count, 0),
    stolen: readStolen(),
    isRealTime: readIsRealTime(),
  };
}

/** Reads whether turbo is on. Intel's driver has a file that says it is off, the others one that says it is on. */
function readTurbo(): boolean | null {
  const isOff = numberIn(`${CPU}/intel_pstate/no_turbo`);
  if (isOff !== null) return isOff === 0;
  const isOn = numberIn(`${CPU}/cpufreq/boost`);
  return isOn === null ? null : isOn === 1;
}

/**
 * Computes the stolen share, without idle time, which has no meaning here.
 *
 * @see proc_stat(5) for the order of the fields
 */
function readStolen(): number | null {
  const line = /^cpu\s+(.+)$/m.exec(textIn('/proc/stat') ?? '')?.[1];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen] = (line ?? '')
    .split(' ')
    .map(Number);
  if (stolen === undefined) return null;
  const wanted = user + nice + system + irq + softirq + stolen;
  return wanted === 0 ? null : stolen / wanted;
}

/**
 * Reads the scheduling policy, the 39th field after the name; SCHED_FIFO is 1, SCHED_RR 2.
 *
 * @see proc_pid_stat(5)
 */
function readIsRealTime(): boolean {
  const afterName = textIn('/proc/self/stat')?.split(') ').at(-1)?.split(' ');
  return ['1', '2'].includes(afterName?.[38] ?? '');
}

function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

function numberIn(path: string): number | null {
  const text = textIn(path);
  return text === null || !/^\d+$/.test(text) ? null : Number(text);
}

/** Share of the cores above which load, without our own programs, disturbs measurements. */
const BUSY_SHARE = 0.5;
const STOLEN_SHARE = 0.02;

/** Lists what an operator should mend before an exam, a line each. */
export function warningsAbout(state: MachineState): string[] {
  const warnings: string[] = [];
  const { cores, load, hasTurbo, governors, throttled, stolen, isRealTime } = state;
  if (load > cores * BUSY_SHARE) {
    warnings.push(
      `This machine is busy (load ${load.toFixed(1)} on ${cores} cores): times will vary until it is quiet`,
    );
  }
  if (hasTurbo === true) {
    warnings.push(
      'Turbo is on, so the same program takes different times: echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > /sys/devices/system/cpu/cpufreq/boost',
    );
  }
  const slow = governors.find((governor) => governor !== 'performance');
  if (slow !== undefined) {
    warnings.push(
      `The clock follows the load (governor ${slow}): cpupower frequency-set --governor performance`,
    );
  }
  if (throttled !== null && throttled > 0) {
    warnings.push(`The processor was slowed down ${throttled} times because it was hot: look at its cooling`);
  }
  if (stolen !== null && stolen > STOLEN_SHARE) {
    warnings.push(
      `Other virtual machines took ${(stolen * 100).toFixed(0)} % of this one's time: rent dedicated cores`,
    );
  }
  // Measured: a program at the priority of the process that guards it overran the CPU limit by seconds, and a core
  // hung in the kernel.
  if (isRealTime) {
    warnings.push(
      'This judge runs at real-time priority: limits are overrun and the machine may hang; start it without chrt',
    );
  }
  return warnings;
}
