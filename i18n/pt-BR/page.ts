import type { page as defining } from '../en-US/page.ts';
import type { Texts } from '../types.ts';

export const page: Texts<typeof defining> = {
  'page.description': 'Relatórios e painéis de {{name}}. Entre para ver os seus.',
  'page.maintenance': 'De {{from}} até {{until}}.',
};
