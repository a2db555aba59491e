import type { embedded as defining } from '../en-US/embedded.ts';
import type { Texts } from '../types.ts';

export const embedded: Texts<typeof defining> = {
  'embedding.page.opening': 'A abrir…',
  'embedding.page.over': 'A sessão terminou',
  'embedding.page.overText': 'Recarregue a página para continuar.',
  'embedding.page.reload': 'Recarregar',
  'embedding.page.refused': 'Não foi possível abrir esta página',
  'embedding.page.refusedText': 'Recarregue a página que contém esta. Se continuar assim, avise quem gere esse site.',
  'embedding.page.report': 'Relatório {{name}}',
  'embedding.page.external': 'Este relatório está noutro site e abre numa janela própria.',
  'embedding.page.externalOpen': 'Abrir o relatório',
};
