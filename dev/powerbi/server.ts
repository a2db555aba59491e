import { parseArgs } from 'node:util';
import { makeApp } from './app.ts';
import { reportBundle } from './bundle.ts';
import { listenOnLoopback } from './listen.ts';
import { makeSim } from './sim.ts';

export type ReportServiceOptions = { port: number; portalOrigins?: string[]; embedOrigin?: string; now?: () => number };
export type ReportService = { url: string; close(): Promise<void> };

/**
 * Starts the stand-in of the report service: Entra tokens, REST, the embedded page and the control plane under one address.
 * Port 0 takes a free one. It answers on loopback alone; `portalOrigins` adds hosts that may frame the page besides *.localhost.
 * `embedOrigin` replaces our own address in embedUrl: a browser test sets https://app.powerbi.com and forwards it here.
 */
export async function startReportService({
  port,
  portalOrigins = [],
  embedOrigin,
  now = Date.now,
}: ReportServiceOptions): Promise<ReportService> {
  const sim = makeSim(portalOrigins, now);
  const app = makeApp(sim);
  const listening = await listenOnLoopback((request) => app.fetch(request), port);
  sim.origin = `http://127.0.0.1:${listening.port}`;
  sim.embedOrigin = embedOrigin ?? sim.origin;
  return { url: sim.origin, close: listening.close };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8790' }, origin: { type: 'string', multiple: true } } });
  const service = await startReportService({ port: Number(values.port), portalOrigins: values.origin ?? [] });
  const stop = () => void service.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', () => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);
  process.send?.({ url: service.url });
  await reportBundle();
}
