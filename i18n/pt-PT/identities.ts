import type { identities as defining } from '../en-US/identities.ts';
import type { Texts } from '../types.ts';

export const identities: Texts<typeof defining> = {
  'identities.title': 'Fornecedores de identidade',
  'identities.none': 'Nenhum fornecedor conhece esta pessoa: entra por palavra-passe ou chave de acesso.',
  'identities.since': 'Associada em {{when}}',
  'identities.last': 'última entrada {{when}}',
  'identities.unlink': 'Desassociar',
  'identities.unlinkTitle': 'Desassociar {{name}} de {{provider}}?',
  'identities.unlinkText':
    'As sessões desta pessoa terminam em todos os dispositivos. Se o fornecedor confirmar este e-mail de novo, a pessoa volta a ser associada.',
  'identities.unlinkOwnText': 'Continua com a sessão iniciada. Se o fornecedor confirmar o seu e-mail de novo, volta a ser associado.',
  'identities.unlinked': '{{provider}} foi desassociado.',
};
