import { saying } from '../support/make-notice.ts';
import type { Ids, Sample } from './sample.ts';

const base = '/api/auth/notices';
const words = { title: 'Inventário', body: saying('A contagem começa às seis.') };
// The same in every call: a value that differs between two calls of a sample is taken for an id.
const loadedAt = Date.now();
const inHours = (hours: number) => new Date(loadedAt + hours * 3_600_000).toISOString();
const forGroup = (ids: Ids) => ({ type: 'groups', ids: [ids.userGroup] });
const one = (ids: Ids) => `${base}/${ids.notice}`;

/** The place has a notice that must be acknowledged, and one that can be dismissed. */
export const noticeSamples: Record<string, readonly Sample[]> = {
  [`GET ${base}`]: [{ of: () => ({ path: `${base}?search=fechamento&sort=-ends&size=10` }) }],
  [`GET ${base}/export`]: [{ of: () => ({ path: `${base}/export?view=past&sort=-ends` }) }],
  [`GET ${base}/{id}`]: [{ of: (ids) => ({ path: one(ids) }) }],
  [`POST ${base}`]: [
    {
      of: () => ({
        path: base,
        body: { ...words, texts: { es: words }, severity: 'warning', atLogin: 'S', startsAt: inHours(2), endsAt: inHours(4) },
      }),
    },
    { of: (ids) => ({ path: base, body: { ...words, audience: forGroup(ids) } }) },
  ],
  [`PUT ${base}/{id}`]: [{ of: (ids) => ({ path: one(ids), body: { version: 1, ...words, audience: forGroup(ids) } }) }],
  [`DELETE ${base}/{id}`]: [{ of: (ids) => ({ path: one(ids) }) }],
  [`POST ${base}/{id}/withdraw`]: [{ of: (ids) => ({ path: `${one(ids)}/withdraw`, body: {} }) }],
  [`GET ${base}/{id}/readers`]: [
    { of: (ids) => ({ path: `${one(ids)}/readers?search=ana&sort=name` }) },
    { of: (ids) => ({ path: `${one(ids)}/readers?view=missing&sort=-unit` }) },
  ],
  [`GET ${base}/{id}/readers/export`]: [
    { of: (ids) => ({ path: `${one(ids)}/readers/export?view=dismissed` }) },
    { of: (ids) => ({ path: `${one(ids)}/readers/export?view=missing` }) },
  ],
  'GET /api/auth/own-notices': [{ of: () => ({ path: '/api/auth/own-notices' }) }],
  [`POST ${base}/{id}/dismiss`]: [{ of: (ids) => ({ path: `${base}/${ids.notice2}/dismiss`, body: {} }), unaudited: true }],
  [`POST ${base}/{id}/acknowledge`]: [{ of: (ids) => ({ path: `${one(ids)}/acknowledge`, body: {} }) }],
};
