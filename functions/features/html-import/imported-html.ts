import { invalidInput } from '../../../domain/errors/invalid-input.ts';

/** HTML in the form in which it is stored; refuses, at its field, the first line that breaks a rule. The parser is loaded only here. */
export async function importedHtml(source: string, field = 'html'): Promise<string> {
  const { importHtml } = await import('./import-html.ts');
  const imported = importHtml(source);
  if ('html' in imported) return imported.html;
  const [first] = imported.refusals;
  throw invalidInput(field, 'html', first);
}
