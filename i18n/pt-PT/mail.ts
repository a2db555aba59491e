import type { mail as defining } from '../en-US/mail.ts';
import type { Texts } from '../types.ts';

export const mail: Texts<typeof defining> = {
  'mail.greeting': 'Olá, {{name}}',
  'mail.link': 'Ou copie este endereço para o navegador:',
  'mail.why': 'Recebe esta mensagem porque tem acesso a {{tenant}}.',
  'mail.choose': 'Escolher o que chega por e-mail',
  'mail.tooLarge': 'O ficheiro é demasiado grande para um e-mail; transfira-o com o botão.',
  'mail.test.title': 'Mensagem de teste de {{tenant}}',
  'mail.test.text': 'Se está a ler isto, o servidor de e-mail {{host}} envia mensagens por {{tenant}}.',
  'mail.test.action': 'Abrir o portal',
};
