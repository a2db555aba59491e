import { expect, test } from 'vitest';
import { wordsOfTask } from './words-of-task.ts';

const body = (text: string) => [{ type: 'p' as const, content: [{ text }] }];
const audience = { type: 'all' as const };

test('a test sends the words of the message, or of the notice in each of its languages', () => {
  const texts = { es: { subject: 'Cierre', body: body('El viernes.') } };
  expect(wordsOfTask({ message: { audience, texts, mail: true, names: [] } }, 'pt-BR')).toEqual(texts);
  const notice = {
    ...{ title: 'Fechamento', body: body('Na sexta.'), texts: { es: { title: 'Cierre', body: body('El viernes.') } } },
    ...{ severity: 'info' as const, audience, hours: 24, names: [] },
    ...{ atLogin: 'N' as const, audienceBelow: 'N' as const, dismissible: 'S' as const, mustAcknowledge: 'N' as const },
  };
  expect(wordsOfTask({ notice }, 'pt-BR')).toEqual({
    'pt-BR': { subject: 'Fechamento', body: body('Na sexta.') },
    es: { subject: 'Cierre', body: body('El viernes.') },
  });
  expect(wordsOfTask({ size: 'F8' }, 'pt-BR')).toBeNull();
});
