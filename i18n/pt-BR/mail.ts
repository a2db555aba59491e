import type { mail as defining } from '../en-US/mail.ts';
import type { Texts } from '../types.ts';

export const mail: Texts<typeof defining> = {
  'mail.greeting': 'Olá, {{name}}',
  'mail.link': 'Ou copie este endereço para o navegador:',
  'mail.why': 'Você recebe esta mensagem porque tem acesso a {{tenant}}.',
  'mail.choose': 'Escolher o que chega por e-mail',
  'mail.tooLarge': 'O arquivo é grande demais para um e-mail; baixe pelo botão.',
  'mail.test.title': 'Mensagem de teste de {{tenant}}',
  'mail.test.text': 'Se você está lendo isto, o servidor de e-mail {{host}} envia mensagens por {{tenant}}.',
  'mail.test.action': 'Abrir o portal',
  'mail.account.why':
    'Você recebeu esta mensagem porque este endereço é usado para entrar em {{tenant}}. Ninguém vai pedir este link a você.',
  'mail.account_invite.title': 'Seu acesso a {{tenant}}',
  'mail.account_invite.text':
    '{{tenant}} convidou você para ver os seus relatórios. Aceite o convite para escolher como vai entrar. O link vale uma única vez, até {{at}}.',
  'mail.account_invite.action': 'Aceitar convite',
  'mail.account_reset.title': 'Nova senha para {{tenant}}',
  'mail.account_reset.text':
    'Alguém pediu uma nova senha para {{email}}. Se foi você, escolha-a agora: o link vale uma única vez, até {{at}}. Se não foi, ignore esta mensagem e a sua senha continua a mesma.',
  'mail.account_reset.action': 'Escolher nova senha',
  'mail.account_changed.title': 'Sua senha foi alterada',
  'mail.account_changed.text':
    'A senha de {{email}} foi alterada em {{at}}, e todas as outras sessões foram encerradas. Se não foi você, escolha outra agora mesmo e avise quem administra {{tenant}}.',
  'mail.account_changed.action': 'Não fui eu',
  'mail.account_device.title': 'Nova entrada em {{tenant}}',
  'mail.account_device.text':
    'Em {{at}} alguém entrou como {{email}} de um navegador que não era conhecido: {{device}}, endereço {{address}}. Se foi você, não precisa fazer nada. Se não foi, encerre essa sessão, troque sua senha, se tiver uma, e avise quem administra {{tenant}}.',
  'mail.account_device.action': 'Ver minhas sessões',
  'mail.account_guessed.title': 'Alguém tentou entrar como você em {{tenant}}',
  'mail.account_guessed.text':
    'Em {{at}} alguém passou da primeira etapa da entrada como {{email}} e errou códigos demais na segunda: {{device}}, endereço {{address}}. Quem foi sabe a sua senha, ou veio do seu provedor de identidade; ninguém entrou assim. Se foi você, não precisa fazer nada. Se não foi, troque sua senha agora e avise quem administra {{tenant}}.',
  'mail.account_guessed.action': 'Trocar minha senha',
  'mail.account_ways.title': 'Seu acesso a {{tenant}}',
  'mail.account_ways.text': 'Você tem acesso a {{tenant}} com {{email}}. Não há senha a definir: entre com {{ways}}.',
  'mail.account_ways.action': 'Entrar',
  'mail.account_link_code.title': 'Seu código para {{tenant}}',
  'mail.account_link_code.text':
    'Alguém que está entrando em {{tenant}} pelo provedor de identidade diz ser {{email}}. Se foi você, digite este código no navegador em que está entrando: {{code}}. Ele vale uma vez, por dez minutos a partir do início desse acesso. Se não foi você, ignore esta mensagem.',
  'mail.account_link_code.action': 'Abrir a página de entrada',
  'mail.account_provider.title': 'Seu acesso a {{tenant}}',
  'mail.account_provider.text':
    'Alguém pediu uma nova senha para {{email}} em {{tenant}}. Seu método de autenticação não permite alterar a senha! Entre com {{ways}}; se não conseguir, fale com quem administra {{tenant}}.',
  'mail.account_provider.action': 'Entrar',
  'mail.ways.own': 'o provedor da sua organização',
};
