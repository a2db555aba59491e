import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { root } from '../../dev/folders.ts';
import { describeWorker } from './runtime.ts';

// What `wrangler dev` is for `npm start` (dev/worker.ts), with the same options, for the portals of the browser's tests: without wrangler's
// second workerd, through which each call goes and which costs it five milliseconds of processor.
const text = { type: 'string', default: '' } as const;
const options = {
  port: text,
  'env-file': text,
  'persist-to': text,
  var: { type: 'string', multiple: true, default: [] as string[] },
} as const;
const { values } = parseArgs({ strict: false, options });
const vars = Object.fromEntries((values.var as string[]).map((each) => each.split(/:(.*)/s).slice(0, 2)));
const secrets = parseEnv(readFileSync(String(values['env-file']), 'utf8'));
const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml'));
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...describeWorker(workerOptions, { ...secrets, ...vars }),
    host: '127.0.0.1',
    port: Number(values.port),
    defaultPersistRoot: String(values['persist-to']),
    handleStructuredLogs: ({ message }) => console.log(message),
  }),
);
process.on('SIGTERM', () => void miniflare.dispose().finally(() => process.exit(0)));
