import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from '../../../dev/folders.ts';
import { findPort } from '../../../dev/ports.ts';
import { installChromium } from '../../install-chromium.ts';
import { chromium as executablePath } from '../../support/chromium-path.ts';
import { atLeast, atMost, type Bench, type Figure, milliseconds, whole } from '../figure.ts';
import { startPortal } from '../portal.ts';
import { median } from '../stats.ts';
import { quiet, signIn } from '../visitor.ts';

type Run = { performance: number; accessibility: number; practices: number; lcp: number; blocked: number; shift: number; index: number };

/** What is used of Lighthouse, whose own types are not there where it isn't installed. */
type Lighthouse = (
  address: string,
  flags: { port: number; logLevel: 'error'; output: 'json'; onlyCategories: string[]; disableStorageReset: boolean },
) => Promise<
  | {
      lhr: {
        categories: Record<string, { score: number | null }>;
        audits: Record<string, { numericValue?: number }>;
        environment: { benchmarkIndex: number };
      };
    }
  | undefined
>;

const folder = join(root, 'tests/bench/lighthouse');

/** Lighthouse is a quarter of what all packages weigh, so it has a lock file of its own and is installed by this part alone. */
async function getLighthouse(): Promise<Lighthouse> {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const mark = join(folder, 'node_modules/.installed');
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== lock) {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error('npm ci failed for Lighthouse; its message is above.');
    writeFileSync(mark, lock);
  }
  const found: { default: Lighthouse } = await import(join(folder, 'node_modules/lighthouse/core/index.js'));
  return found.default;
}

async function measure(lighthouse: Lighthouse, address: string, port: number): Promise<Run> {
  // The mobile preset: a slow phone, simulated. The session of the browser stays.
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    disableStorageReset: true,
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${address}.`);
  const { categories, audits, environment } = result.lhr;
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const value = (id: string) => audits[id]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    lcp: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    index: environment.benchmarkIndex,
  };
}

export const bench: Bench = {
  name: 'lighthouse',
  title: 'Lighthouse, mobile',
  async run({ share }) {
    const problem = installChromium();
    if (problem) throw new Error(problem);
    const lighthouse = await getLighthouse();
    const data = mkdtempSync(join(tmpdir(), 'mirante-bench-lighthouse-'));
    const portal = await startPortal(data);
    const port = await findPort(9333);
    const origin = `http://vertice.localhost:${portal.port}`;
    const context = await chromium.launchPersistentContext(join(data, 'chromium'), {
      executablePath,
      // Chromium's own sandbox needs rights that root in a container does not have.
      args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      locale: 'pt-BR',
    });
    const rounds = Math.max(1, Math.round(5 * share));
    const runs = async (path: string) => {
      const found: Run[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // Lighthouse empties the cache only together with the session.
        const page = await context.newPage();
        await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
        await page.close();
        found.push(await measure(lighthouse, origin + path, port));
      }
      return found;
    };
    try {
      const signedOut = await runs('/signin');
      const page = await context.newPage();
      await page.goto(`${origin}/signin`);
      await signIn(page);
      await quiet(page);
      await page.close();
      const signedIn = await runs('/');
      return [...getFigures('sign-in', signedOut, 95), ...getFigures('home', signedIn, 90)];
    } finally {
      await context.close();
      await portal.stop();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

function getFigures(name: string, runs: readonly Run[], goal: number): Figure[] {
  const of = (key: keyof Run) => median(runs.map((run) => run[key]));
  // Its slow phone is this machine four times slower: without how fast the machine is, its times say nothing.
  const scores = runs.map(({ performance }) => performance).join(', ');
  const how = `median of ${runs.length}, a cold cache, a slow phone simulated: ${scores}; Lighthouse's index of the machine ${Math.round(of('index'))}`;
  return [
    atLeast(of('performance'), goal, { name: `${name}: performance`, show: whole, how }),
    atMost(of('lcp'), name === 'sign-in' ? 2000 : 2500, { name: `${name}: largest contentful paint`, show: milliseconds, how }),
    atMost(of('blocked'), 300, { name: `${name}: total blocking time`, show: milliseconds, how }),
    atMost(of('shift'), 0.01, { name: `${name}: layout shift`, show: (value) => value.toFixed(3), how }),
    atLeast(of('accessibility'), 100, { name: `${name}: accessibility`, show: whole, how }),
    atLeast(of('practices'), 100, { name: `${name}: best practices`, show: whole, how }),
  ];
}
