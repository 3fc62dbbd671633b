/** Loaded into every process of `npm run attack`: `node --import=…/preload.ts`. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

// No attack may leave this machine: a process that would connect elsewhere ends before it does.
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (address: string) => {
    if (LOOPBACK.test(address)) return;
    console.error(`An attack would have left this machine, for ${address}`);
    process.exit(1);
  });
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

// Tells in bytes what a garbage collection leaves, and the whole process. The second one frees what the first one's
// finalizers held.
process.on('SIGUSR2', () => {
  collect();
  setImmediate(() => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.stderr.write(`memory ${heapUsed + external} ${rss}\n`);
  });
});
