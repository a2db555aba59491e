import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { options as ofBootstrap } from '../../dev/bootstrap/wish.ts';
import { everySetting } from '../../dev/deploy/settings.ts';
import { getTarget, targetNames } from '../../dev/deploy/target.ts';
import { options as ofDeploy } from '../../dev/deploy.ts';
import { options as ofKeys } from '../../dev/keys/options.ts';

// An operator follows docs/deploy.md line by line: every command in it exists, and every command is in it.
const document = readFileSync('docs/deploy.md', 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
const commands: Record<string, object> = { deploy: ofDeploy, bootstrap: ofBootstrap, keys: ofKeys };
const everyOption = Object.assign({}, ...Object.values(commands));
const neverSet = ['NEON_FETCH_ENDPOINT', 'TEST_CLOCK', 'TEST_DEADLINE_MS'];
const vars = Object.keys(getTarget('production').vars);

/** Commands and settings that a document names and that don't exist. */
function getFaults(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`|^(npm run .+)$/gm)].map(([, inner, line]) => inner ?? line ?? '');
  return code.flatMap((line) => {
    const faults: string[] = [];
    const script = /^npm run ([\w:-]+)/.exec(line)?.[1];
    if (script && !(script in scripts)) faults.push(`npm run ${script}`);
    const known = (script && commands[script]) || (line.startsWith('--') ? everyOption : null);
    for (const [, option = ''] of known ? line.matchAll(/(?:^|\s)--([a-z][\w-]*)/g) : [])
      if (!(option in known)) faults.push(`--${option}`);
    const env = /--env (\S+)/.exec(line)?.[1];
    if (env && !(targetNames as readonly string[]).includes(env)) faults.push(`--env ${env}`);
    // wrangler.toml names no account, so nothing is done by wrangler itself.
    if (line.startsWith('npx ')) faults.push(line);
    if (/^[A-Z]+(_[A-Z0-9]+)+$/.test(line) && ![...everySetting, ...vars, ...neverSet].includes(line)) faults.push(line);
    return faults;
  });
}

test('every script, option, installation and setting that docs/deploy.md names exists', () => {
  expect([...document.matchAll(/`npm run deploy[^`]*`/g)].length).toBeGreaterThan(15);
  expect(getFaults(document)).toEqual([]);
});

test('docs/deploy.md names every secret, var and option of a deployment', () => {
  const missing = [...everySetting, ...vars].filter((name) => !document.includes(`\`${name}\``));
  expect(missing).toEqual([]);
  expect(Object.keys(everyOption).filter((name) => !document.includes(`--${name}`))).toEqual([]);
});

test.each([
  ['`npm run deploi`', 'npm run deploi'],
  ['`npm run deploy -- --roll-back`', '--roll-back'],
  ['or `--forced`', '--forced'],
  ['`npm run deploy -- --env prod`', '--env prod'],
  ['`npx wrangler secret put`', 'npx wrangler secret put'],
  ['the name `SEAL_KEY`', 'SEAL_KEY'],
])('the guard sees %s', (text, fault) => {
  expect(getFaults(text)).toEqual([fault]);
});

test('wrangler.toml on its own describes only a local Worker', () => {
  const text = readFileSync('wrangler.toml', 'utf8');
  const top = text.slice(0, text.indexOf('\n[env.'));
  expect(top).toMatch(/^name = "mirante-local"$/m);
  expect(top).toMatch(/^account_id = "0{32}"$/m);
  expect(top).toMatch(/^STAGE = "local"$/m);
  expect(text.match(/^account_id/gm)).toHaveLength(1);
  const targets = targetNames.map((name) => getTarget(name));
  for (const { vars } of targets) expect(vars.STAGE).toBe('production');
  const names = targets.flatMap(({ name, queues, buckets, namespaces }) => [
    name,
    ...queues,
    ...buckets,
    ...namespaces.map(({ title }) => title),
  ]);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('mirante-local');
  for (const { config } of targets) expect(config({})).not.toHaveProperty('account_id');
});
