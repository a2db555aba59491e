import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './folders.ts';

export type Child = {
  name: string;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  hasEnded(): boolean;
  stop(): Promise<void>;
};

type Options = { env?: NodeJS.ProcessEnv; onLine?: (line: string, from: 'out' | 'err') => void; onMessage?: (message: unknown) => void };

const node = [process.execPath, '--disable-warning=ExperimentalWarning'];

/** Starts one of our own files, which exits when the channel breaks. Detached, so that Ctrl-C reaches only the parent. */
export function startOwn(name: string, script: string, args: string[], options: Options = {}): Child {
  return watch(name, [...node, join(root, script), ...args], options);
}

/** Starts any other command behind the leash. */
export function startLeashed(name: string, command: string[], options: Options = {}): Child {
  let group = 0;
  const onMessage = (message: unknown) => {
    if (typeof message === 'object' && message && 'group' in message && typeof message.group === 'number') group = message.group;
  };
  const child = watch(name, [...node, join(root, 'dev/leash.ts'), ...command], { ...options, onMessage });
  void child.ended.then(() => killGroup(group));
  return child;
}

/**
 * Runs a tool to its end behind the leash, with this console or a file as its output, and returns whether it succeeded. Its own children
 * (vitest starts a workerd for each worker) end with it, also when this process is killed. `niceness` is theirs too: 0 to 19, the more, the
 * less of a busy processor.
 */
export function runGroup(
  [command = '', ...args]: string[],
  output: 'inherit' | number,
  env: NodeJS.ProcessEnv,
  niceness = 0,
): Promise<boolean> {
  const leash = [...node.slice(1), join(root, 'dev/leash.ts'), command, ...args];
  const child = spawn(process.execPath, leash, { cwd: root, detached: true, env, stdio: ['ignore', output, output, 'ipc'] });
  if (niceness > 0 && child.pid) setPriority(child.pid, niceness);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0));
    child.once('error', () => resolve(false));
  });
}

function killGroup(group: number): void {
  try {
    if (group > 0) process.kill(-group, 'SIGKILL');
  } catch {
    // The leash ended the group: no process is left.
  }
}

function watch(name: string, [command = '', ...args]: string[], { env, onLine, onMessage }: Options): Child {
  const child = spawn(command, args, { cwd: root, detached: true, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  if (onMessage) child.on('message', onMessage);
  const show = (line: string, from: 'out' | 'err') => (onLine ? onLine(line, from) : console[from === 'out' ? 'log' : 'error'](line));
  if (child.stdout) createInterface(child.stdout).on('line', (line) => show(line, 'out'));
  if (child.stderr) createInterface(child.stderr).on('line', (line) => show(line, 'err'));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { name, ended, hasEnded, stop: () => stop(child, ended, hasEnded) };
}

async function stop(child: ChildProcess, ended: Promise<void>, hasEnded: () => boolean): Promise<void> {
  if (hasEnded()) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 4000);
  await ended;
  clearTimeout(late);
}
