import type { identitiesLink as defining } from '../en-US/identities-link.ts';
import type { Texts } from '../types.ts';

export const identitiesLink: Texts<typeof defining> = {
  'link.title': '¿Eres tú?',
  'link.lead': '{{provider}} dice que eres {{email}}. Confírmalo una vez y, desde ahora, podrás entrar en {{unit}} por aquí.',
  'link.mail': 'Aún no tienes contraseña aquí. Enviaremos un código de seis dígitos a {{email}}; escríbelo en esta página.',
  'link.sent': 'Enviamos un código a {{email}}. Escríbelo aquí en diez minutos; vale una vez.',
  'link.send': 'Enviar el código',
  'link.sendAgain': 'Enviar un código nuevo',
  'link.mailedCode': 'Código del correo',
  'link.factorCode': 'Código de la aplicación o código de recuperación',
};
