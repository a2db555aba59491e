import { describe, expect, it } from 'vitest';
import { isTrustedEmbed, withParams } from './trusted-origin.ts';

const local = 'http://localhost:8790';

describe('the trusted local report service', () => {
  it('is exactly one origin, and no lookalike', () => {
    expect(isTrustedEmbed('http://localhost:8790/reportEmbed?reportId=1', local)).toBe(true);
    for (const url of [
      'http://localhost:8791/reportEmbed',
      'https://localhost:8790/reportEmbed',
      'http://localhost:8790.evil.test/reportEmbed',
      'http://localhost:8790@evil.test/reportEmbed',
      'javascript:alert(1)',
      '/reportEmbed',
    ])
      expect(isTrustedEmbed(url, local), url).toBe(false);
  });

  it('without a configured origin nothing is trusted', () => {
    expect(isTrustedEmbed('http://localhost:8790/reportEmbed', null)).toBe(false);
    expect(isTrustedEmbed(undefined, local)).toBe(false);
  });

  it('adds parameters to an address that already has some', () =>
    expect(withParams('http://localhost:8790/reportEmbed?reportId=1', { uid: 'x', language: undefined })).toBe(
      'http://localhost:8790/reportEmbed?reportId=1&uid=x',
    ));
});
