import { describe, expect, test } from 'vitest';
import { checkTheme } from '../themes/check.ts';
import { basicTheme, colorsProblem, usualColors } from './basic-theme.ts';
import { roomProblem } from './room.ts';
import { isOwnDomain, subdomainProblem, suggestSubdomain } from './subdomain.ts';

describe('a sub-domain', () => {
  test.each(['vertice', 'Vertice', 'a1b', 'rede-aurora', '3coracoes'])('%s is a name', (name) => {
    expect(subdomainProblem(name)).toBeNull();
  });
  test.each([
    ['', 'required'],
    ['ab', 'invalid'],
    ['-abc', 'invalid'],
    ['abc-', 'invalid'],
    ['a.b.c', 'invalid'],
    ['ação', 'invalid'],
    ['xn--abc', 'invalid'],
    ['a'.repeat(41), 'invalid'],
    ['a b c', 'invalid'],
    ['www', 'reserved'],
    ['Admin', 'reserved'],
    ['mirante', 'reserved'],
  ])('%s is not: %s', (name, problem) => {
    expect(subdomainProblem(name)).toBe(problem);
  });
  test('is suggested from the name of the company', () => {
    expect(suggestSubdomain('Vértice Alimentos Ltda.')).toBe('vertice-alimentos');
    expect(suggestSubdomain('Companhia do Café de São José dos Campos e Região Metropolitana')).toBe(
      'companhia-cafe-sao-jose-campos-regiao-me',
    );
    expect(suggestSubdomain('株式会社')).toBe('');
    expect(suggestSubdomain('API')).toBe('');
  });
  test('a custom domain has a name and an ending, and is not an address', () => {
    for (const domain of ['bi.vertice.com.br', 'a.co', 'xn--caf-dma.com']) expect(isOwnDomain(domain)).toBe(true);
    for (const text of ['localhost', '10.0.0.1', 'a..b', 'bi.vertice.com.br/', 'http://a.co', '-a.co', ''])
      expect(isOwnDomain(text)).toBe(false);
  });
});

describe('a theme of two colours', () => {
  test('is readable if its own two colours are', () => {
    for (const main of ['#0c5a66', '#8a1c1c', '#1f2a6b', '#000000', '#5b3a00'])
      expect(checkTheme(basicTheme('Vértice', { main, text: '#ffffff' }))).toEqual([]);
    expect(colorsProblem(usualColors)).toBeNull();
    expect(colorsProblem({ main: '#f7e463', text: '#1a1a1a' })).toBeNull();
  });
  test('reports the contrast of two unreadable colours', () => {
    expect(colorsProblem({ main: '#f4a259', text: '#ffffff' })).toEqual({ ratio: 2 });
    expect(colorsProblem({ main: 'red', text: '#ffffff' })).toBe('invalid');
  });
});

test('a tenant with a limit limits every unit, to no more than is left', () => {
  expect(roomProblem(null, null)).toBeNull();
  expect(roomProblem(null, 139)).toBe('required');
  expect(roomProblem(139, 139)).toBeNull();
  expect(roomProblem(140, 139)).toBe('too_much');
  expect(roomProblem(1, 0)).toBe('too_much');
});
