import type { embeddingPage as defining } from '../en-US/embedding-page.ts';
import type { Texts } from '../types.ts';

export const embeddingPage: Texts<typeof defining> = {
  'embedding.page.opening': 'A abrir…',
  'embedding.page.over': 'A sessão terminou',
  'embedding.page.overText': 'Recarregue a página para continuar.',
  'embedding.page.reload': 'Recarregar',
  'embedding.page.refused': 'Não foi possível abrir esta página',
  'embedding.page.refusedText': 'Recarregue a página que contém esta. Se continuar assim, avise quem gere esse site.',
  'embedding.page.token': 'A página que contém esta enviou um token que foi recusado: {{why}}',
  'embedding.page.token.malformed': 'não é um token válido.',
  'embedding.page.token.algorithm': 'tem de ser assinado com HS256.',
  'embedding.page.token.signature': 'a assinatura ou a chave não é válida.',
  'embedding.page.token.claims': 'falta um dado no token ou um deles não é válido.',
  'embedding.page.token.audience': 'é de outro endereço.',
  'embedding.page.token.expired': 'expirou.',
  'embedding.page.token.future': 'ainda não é válido. Verifique o relógio do servidor.',
  'embedding.page.token.life': 'é válido durante demasiado tempo.',
  'embedding.page.report': 'Relatório {{name}}',
  'embedding.page.external': 'Este relatório está noutro site e abre numa janela própria.',
  'embedding.page.externalOpen': 'Abrir o relatório',
};
