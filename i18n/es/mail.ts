import type { mail as defining } from '../en-US/mail.ts';
import type { Texts } from '../types.ts';

export const mail: Texts<typeof defining> = {
  'mail.greeting': 'Hola, {{name}}',
  'mail.link': 'O copia esta dirección en el navegador:',
  'mail.why': 'Recibes este mensaje porque tienes acceso a {{tenant}}.',
  'mail.choose': 'Elegir qué llega por correo',
  'mail.tooLarge': 'El archivo es demasiado grande para un correo; descárgalo con el botón.',
  'mail.test.title': 'Mensaje de prueba de {{tenant}}',
  'mail.test.text': 'Si estás leyendo esto, el servidor de correo {{host}} envía mensajes por {{tenant}}.',
  'mail.test.action': 'Abrir el portal',
};
