import type { embeddingPage as defining } from '../en-US/embedding-page.ts';
import type { Texts } from '../types.ts';

export const embeddingPage: Texts<typeof defining> = {
  'embedding.page.opening': 'Abrindo…',
  'embedding.page.over': 'A sessão terminou',
  'embedding.page.overText': 'Recarregue a página para continuar.',
  'embedding.page.reload': 'Recarregar',
  'embedding.page.refused': 'Não foi possível abrir esta página',
  'embedding.page.refusedText': 'Recarregue a página que contém esta. Se continuar assim, avise quem cuida daquele site.',
  'embedding.page.token': 'A página que contém esta enviou um token que foi recusado: {{why}}',
  'embedding.page.token.malformed': 'não é um token válido.',
  'embedding.page.token.algorithm': 'ele precisa ser assinado com HS256.',
  'embedding.page.token.signature': 'a assinatura ou a chave não é válida.',
  'embedding.page.token.claims': 'falta um dado no token ou um deles não é válido.',
  'embedding.page.token.audience': 'ele é de outro endereço.',
  'embedding.page.token.expired': 'ele expirou.',
  'embedding.page.token.future': 'ele ainda não vale. Confira o relógio do servidor.',
  'embedding.page.token.life': 'ele vale por tempo demais.',
  'embedding.page.report': 'Relatório {{name}}',
  'embedding.page.external': 'Este relatório fica em outro site e abre em uma janela própria.',
  'embedding.page.externalOpen': 'Abrir o relatório',
};
