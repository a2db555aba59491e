import type { identitiesLink as defining } from '../en-US/identities-link.ts';
import type { Texts } from '../types.ts';

export const identitiesLink: Texts<typeof defining> = {
  'link.title': 'É você?',
  'link.lead': '{{provider}} diz que você é {{email}}. Confirme uma vez e, a partir de agora, você pode entrar em {{unit}} por aqui.',
  'link.mail': 'Você ainda não tem senha aqui. Enviaremos um código de seis dígitos para {{email}}; digite-o nesta página.',
  'link.sent': 'Enviamos um código para {{email}}. Digite-o aqui em até dez minutos; ele vale uma vez.',
  'link.send': 'Enviar o código',
  'link.sendAgain': 'Enviar um novo código',
  'link.mailedCode': 'Código do e-mail',
  'link.factorCode': 'Código do aplicativo ou código de recuperação',
};
