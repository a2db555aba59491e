import { expect, test } from 'vitest';
import { waitWords } from './wait-words.ts';

test.each([
  [1, 'pt-BR', '1 segundo'],
  [45, 'pt-BR', '45 segundos'],
  [61, 'en-US', '2 minutes'],
  [1800, 'es', '30 minutos'],
  [3601, 'pt-PT', '2 horas'],
  [0, 'en-US', '1 second'],
] as const)('%i seconds in %s are %s', (seconds, language, words) => {
  expect(waitWords(seconds, language)).toBe(words);
});
