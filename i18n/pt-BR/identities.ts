import type { identities as defining } from '../en-US/identities.ts';
import type { Texts } from '../types.ts';

export const identities: Texts<typeof defining> = {
  'identities.title': 'Provedores de identidade',
  'identities.none': 'Nenhum provedor conhece esta pessoa: ela entra por senha ou chave de acesso.',
  'identities.since': 'Vinculada em {{when}}',
  'identities.last': 'última entrada {{when}}',
  'identities.unlink': 'Desvincular',
  'identities.unlinkTitle': 'Desvincular {{name}} de {{provider}}?',
  'identities.unlinkText':
    'As sessões desta pessoa terminam em todos os dispositivos. Se o provedor confirmar este e-mail de novo, ela volta a ser vinculada.',
  'identities.unlinkOwnText': 'Você continua conectado. Se o provedor confirmar o seu e-mail de novo, você volta a ser vinculado.',
  'identities.unlinked': '{{provider}} foi desvinculado.',
};
