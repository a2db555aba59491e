import { expect, test } from 'vitest';
import { agentWords, isHandheld } from './agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome em Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge em Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox em Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile Safari/604.1`, 'Safari em iPhone'],
  [`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome em Android'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1`, 'Safari em macOS'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Dispositivo desconhecido'],
  [null, 'Dispositivo desconhecido'],
])('%s is %s', (agent, words) => expect(agentWords(agent, 'pt-BR')).toBe(words));

test('a telephone is recognized', () => {
  expect(isHandheld('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')).toBe(true);
  expect(isHandheld('Mozilla/5.0 (Windows NT 10.0)')).toBe(false);
});
