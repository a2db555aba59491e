import type { embedded as defining } from '../en-US/embedded.ts';
import type { Texts } from '../types.ts';

export const embedded: Texts<typeof defining> = {
  'embedding.page.opening': 'Abrindo…',
  'embedding.page.over': 'A sessão terminou',
  'embedding.page.overText': 'Recarregue a página para continuar.',
  'embedding.page.reload': 'Recarregar',
  'embedding.page.refused': 'Não foi possível abrir esta página',
  'embedding.page.refusedText': 'Recarregue a página que contém esta. Se continuar assim, avise quem cuida daquele site.',
  'embedding.page.report': 'Relatório {{name}}',
  'embedding.page.external': 'Este relatório fica em outro site e abre em uma janela própria.',
  'embedding.page.externalOpen': 'Abrir o relatório',
};
