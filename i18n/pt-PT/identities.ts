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
  'identities.by': 'por {{name}}, por identificador',
  'identities.never': 'nunca usado',
  'identities.link': 'Associar por identificador',
  'identities.linkTitle': 'Associar {{name}} por identificador',
  'identities.linkText':
    'Quem tiver este identificador no fornecedor inicia sessão como {{name}}, logo à primeira. {{name}} é avisado por e-mail.',
  'identities.choice': 'Fornecedor',
  'identities.subject': 'Identificador',
  'identities.subjectSaml': 'O NameID persistente, ou o atributo definido como chave, exatamente como o fornecedor o envia.',
  'identities.subjectEntra': 'O ID de objeto do utilizador neste diretório.',
  'identities.confirms':
    '{{name}} administra ou também usa outra unidade de negócio e por isso não pode ser associado por identificador. Basta iniciar sessão pelo fornecedor e confirmar uma vez com a própria palavra-passe ou chave de acesso.',
  'identities.linked': '{{name}} foi associado a {{provider}}.',
  'identities.unlinkPlantedText': 'As sessões desta pessoa terminam em todos os dispositivos. O identificador deixa de dar entrada.',
};
