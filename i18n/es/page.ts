import type { page as defining } from '../en-US/page.ts';
import type { Texts } from '../types.ts';

export const page: Texts<typeof defining> = {
  'page.description': 'Informes y paneles de {{name}}. Inicia sesión para ver los tuyos.',
  'page.maintenance': 'De {{from}} a {{until}}.',
};
