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
  'identities.by': 'por {{name}}, por identificador',
  'identities.never': 'nunca usado',
  'identities.link': 'Vincular por identificador',
  'identities.linkTitle': 'Vincular {{name}} por identificador',
  'identities.linkText': 'Quem tem este identificador no provedor entra como {{name}}, já na primeira vez. {{name}} é avisado por e-mail.',
  'identities.choice': 'Provedor',
  'identities.subject': 'Identificador',
  'identities.subjectSaml': 'O NameID persistente, ou o atributo definido como chave, exatamente como o provedor o envia.',
  'identities.subjectEntra': 'O ID de objeto do usuário neste diretório.',
  'identities.confirms':
    '{{name}} administra ou também usa outra unidade de negócio e por isso não pode ser vinculado por identificador. Basta entrar pelo provedor e confirmar uma vez com a própria senha ou chave de acesso.',
  'identities.linked': '{{name}} foi vinculado a {{provider}}.',
  'identities.unlinkPlantedText': 'As sessões desta pessoa terminam em todos os dispositivos. O identificador deixa de dar entrada.',
};
