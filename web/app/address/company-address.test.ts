import { expect, test } from 'vitest';
import { companyAddress } from './company-address.ts';

const answer = (domain: string, token: string | null = 'abc') => ({ status: 'change' as const, domain, token });

test('a company change leads to the ticket’s page on the target’s domain, or to its sign-in page without a ticket', () => {
  expect(companyAddress(answer('aurora.example.com'), 'https:')).toBe('https://aurora.example.com/change/company/abc');
  expect(companyAddress(answer('aurora.localhost:8787', null), 'http:')).toBe('http://aurora.localhost:8787/signin');
});

test.each(['evil.example/x', 'a@evil.example', '//evil.example', 'evil.example?x', '', 'javascript:alert(1)', 'a b'])(
  '%s is not a domain',
  (domain) => {
    expect(companyAddress(answer(domain), 'https:')).toBeNull();
  },
);
