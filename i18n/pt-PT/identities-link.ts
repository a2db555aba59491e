import type { identitiesLink as defining } from '../en-US/identities-link.ts';
import type { Texts } from '../types.ts';

export const identitiesLink: Texts<typeof defining> = {
  'link.title': 'Confirme a sua identidade',
  'link.lead': '{{provider}} diz que é {{email}}. Confirme uma vez e, a partir de agora, pode entrar em {{unit}} por aqui.',
  'link.mail': 'Ainda não tem palavra-passe aqui. Enviaremos um código de seis dígitos para {{email}}; escreva-o nesta página.',
  'link.sent': 'Enviámos um código para {{email}}. Escreva-o aqui no prazo de dez minutos; vale uma vez.',
  'link.send': 'Enviar o código',
  'link.sendAgain': 'Enviar um novo código',
  'link.mailedCode': 'Código do e-mail',
  'link.factorCode': 'Código da aplicação ou código de recuperação',
};
