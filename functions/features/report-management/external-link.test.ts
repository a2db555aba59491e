import { expect, test, vi } from 'vitest';
import { askLink } from './ask-link.ts';
import { externalLink, mayFrame } from './external-link.ts';
import { looksLike } from './report-file.ts';

const us = 'https://vertice.mirante.app';
const page = 'https://bi.example.com/x';

test.each([
  [{}, true],
  [{ 'x-frame-options': 'DENY' }, false],
  [{ 'x-frame-options': 'SAMEORIGIN' }, false],
  [{ 'x-frame-options': 'ALLOW-FROM https://vertice.mirante.app' }, true],
  [{ 'x-frame-options': 'deny, allowall' }, false],
  [{ 'content-security-policy': "frame-ancestors 'none'" }, false],
  [{ 'content-security-policy': "frame-ancestors 'self'" }, false],
  [{ 'content-security-policy': "default-src 'self'" }, true],
  [{ 'content-security-policy': 'frame-ancestors *' }, true],
  [{ 'content-security-policy': 'frame-ancestors https:' }, true],
  [{ 'content-security-policy': 'frame-ancestors https://vertice.mirante.app' }, true],
  [{ 'content-security-policy': 'frame-ancestors vertice.mirante.app' }, true],
  [{ 'content-security-policy': 'frame-ancestors https://*.mirante.app' }, true],
  [{ 'content-security-policy': 'frame-ancestors https://mirante.app' }, false],
  [{ 'content-security-policy': 'frame-ancestors https://vertice.mirante.app:8443' }, false],
  [{ 'content-security-policy': 'frame-ancestors *.evil.com' }, false],
  // frame-ancestors wins over X-Frame-Options, and every policy must allow.
  [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, true],
  [{ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }, false],
])('a page that answers %j may be framed: %s', (headers, expected) => {
  expect(mayFrame(page, new Headers(headers as Record<string, string>), us)).toBe(expected);
});

test('an external link is https with a public name', () => {
  expect(externalLink(' https://bi.example.com/x?y#z ')?.href).toBe('https://bi.example.com/x?y#z');
  for (const bad of [
    'http://bi.com',
    '//bi.com',
    'https://bi',
    'https://017700000001',
    'https://0x7f000001',
    'https://[fe80::1]',
    'https://bi.com.',
    'https://１２７.０.０.１/x',
    'https://x.localhoſt/x',
    'https://127。0。0。1',
  ])
    expect(externalLink(bad), bad).toBeNull();
});

const answering = (answers: Record<string, Response>) =>
  vi.fn(async (url: string) => {
    const answer = answers[url];
    if (!answer) throw new TypeError('fetch failed');
    return answer;
  });
const to = (location: string) => new Response(null, { status: 302, headers: { location } });

test('redirects are followed hop by hop, and none to a private address', async () => {
  const ask = answering({
    'https://a.com/': to('https://b.com/'),
    'https://b.com/': new Response('', { headers: { 'x-frame-options': 'DENY' } }),
    'https://c.com/': to('https://169.254.169.254/latest'),
    'https://d.com/': to('http://e.com/'),
    'https://loop.com/': to('https://loop.com/'),
  });
  const run = (link: string) => askLink(link, { ancestor: us, ask });
  expect(await run('https://a.com/')).toBe('tab');
  await expect(run('https://c.com/')).rejects.toMatchObject({ code: 'link_refused' });
  await expect(run('https://d.com/')).rejects.toMatchObject({ code: 'link_refused' });
  expect(await run('https://loop.com/')).toBe('unreachable');
  expect(await run('https://nobody.com/')).toBe('unreachable');
  expect(ask.mock.calls.flat().filter((url) => typeof url === 'string' && url.includes('169.254'))).toEqual([]);
});

test('a name that resolves to a private address is refused before any connection', async () => {
  const ask = answering({});
  await expect(askLink('https://a.com/', { ancestor: us, ask, isPrivate: async () => true })).rejects.toMatchObject({
    code: 'link_refused',
  });
  expect(ask).not.toHaveBeenCalled();
});

test('a report file is recognized by its first bytes', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(looksLike('a.pbix', bytes('PK\u0003\u0004'))).toBe(true);
  expect(looksLike('a.pbix', bytes('<Report/>'))).toBe(false);
  expect(looksLike('a.rdl', bytes('\ufeff<?xml version="1.0"?>'))).toBe(true);
  expect(looksLike('a.RDL', bytes('  <rd:Report xmlns'))).toBe(true);
  expect(looksLike('a.rdl', bytes('<svg onload=alert(1)>'))).toBe(false);
  expect(looksLike('a.exe', bytes('PK\u0003\u0004'))).toBe(false);
});
