import { spawn } from 'node:child_process';

// node dev/leash.ts <command> [arguments]
// Runs a command in a separate process group and ends the whole group when the channel to the parent breaks, however the parent ended:
// wrangler and its workerd do not watch who started them.
const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
let isEnding = false;

function signalGroup(signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The group is already gone.
  }
}

function end(): void {
  if (isEnding) return;
  isEnding = true;
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), 1500).unref();
  setTimeout(() => process.exit(1), 2500).unref();
}

child.on('error', (error) => {
  console.error(`${command} cannot be started: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (signal && !isEnding) console.error(`${[command, ...args].join(' ')} was ended by ${signal}.`);
  // A grandchild may outlive its parent by a moment; nothing of the group stays.
  signalGroup('SIGKILL');
  process.exit(code ?? 1);
});
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(event, end);
// The parent can end the group even if the leash itself was killed.
process.send?.({ group: child.pid });
