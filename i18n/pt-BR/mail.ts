import type { mail as defining } from '../en-US/mail.ts';
import type { Texts } from '../types.ts';

export const mail: Texts<typeof defining> = {
  'mail.greeting': 'Olá, {{name}}',
  'mail.link': 'Ou copie este endereço para o navegador:',
  'mail.why': 'Você recebe esta mensagem porque tem acesso a {{tenant}}.',
  'mail.choose': 'Escolher o que chega por e-mail',
  'mail.writtenByUnit': 'Escrito por {{tenant}}.',
  'mail.tooLarge': 'O arquivo é grande demais para um e-mail; baixe pelo botão.',
  'mail.sample.report': 'Vendas por região',
  'mail.sample.title': 'Atualização mensal',
  'mail.sample.view': 'Este trimestre',
  'mail.sample.group': 'Vendas',
  'mail.sample.device': 'Tela da recepção',
  'mail.sample.playlist': 'Resultados da semana',
  'mail.sample.task': 'Atualizar toda manhã',
  'mail.sample.target': 'Vendas',
  'mail.sample.sentence': 'Preciso dos números para a reunião de sexta-feira.',
  'mail.test.title': 'Mensagem de teste de {{tenant}}',
  'mail.test.text': 'Se você está lendo isto, o servidor de e-mail {{host}} envia mensagens por {{tenant}}.',
  'mail.test.action': 'Abrir o portal',
  'mail.account.why':
    'Você recebeu esta mensagem porque este endereço é usado para entrar em {{tenant}}. Ninguém vai pedir este link a você.',
  'mail.account.whyCode':
    'Você recebeu esta mensagem porque este endereço é usado para entrar em {{tenant}}. Ninguém vai pedir este código a você.',
  'mail.account_invite.title': 'Seu acesso a {{tenant}}',
  'mail.account_invite.text':
    '{{tenant}} convidou você para ver os seus relatórios. Aceite o convite para escolher como vai entrar. O link vale uma única vez, até {{at}}.',
  'mail.account_invite.admin.text':
    '{{tenant}} convidou você para administrar o portal: prepará-lo e decidir quem entra. Aceite o convite para escolher como vai entrar. O link vale uma única vez, até {{at}}.',
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
  'mail.account_factor.title': 'Sua verificação em duas etapas foi alterada',
  'mail.account_factor.text':
    'Em {{at}}, em {{tenant}}, a verificação em duas etapas de {{email}} foi alterada: {{change}} Se foi você, não há nada a fazer. Se não foi, desfaça agora: o link funciona uma vez, por 7 dias. Ele também encerra todas as suas sessões, e você escolhe uma nova senha.',
  'mail.account_factor.action': 'Não fui eu',
  'mail.factor.added': '{{name}} foi adicionado.',
  'mail.factor.removed': '{{name}} foi removido.',
  'mail.factor.codes': 'foram criados novos códigos de recuperação.',
  'mail.factor.wiped': 'todos os segundos fatores e códigos de recuperação foram removidos.',
  'mail.account_code.title': 'Seu código para a verificação em duas etapas',
  'mail.account_code.text':
    '{{code}} é o seu código para configurar a verificação em duas etapas de {{email}}. Ele funciona uma vez, por 10 minutos. Se você não pediu, troque sua senha: alguém a conhece.',
  'mail.account_code.action': 'Abrir o portal',
  'mail.account_lost.title': 'Perdeu a sua segunda etapa?',
  'mail.account_lost.text':
    'Alguém que conhece a senha de {{email}} informou que perdeu todas as formas de confirmar a segunda etapa. Se foi você, comece a redefinição: o link funciona uma vez, até {{at}}, e a redefinição leva 24 horas. Se não foi, ignore esta mensagem e troque sua senha.',
  'mail.account_lost.action': 'Começar a redefinição',
  'mail.account_waiting.title': 'Sua verificação em duas etapas será redefinida',
  'mail.account_waiting.text':
    'A verificação em duas etapas de {{email}} será removida depois de {{at}}. Se você não pediu isto, mantenha-a: o link funciona uma vez. Entrar com a segunda etapa também a mantém.',
  'mail.account_waiting.action': 'Manter minha verificação em duas etapas',
  'mail.ways.own': 'o provedor da sua organização',
  'mail.writtenBy': 'Escrito por {{person}}, {{tenant}}.',
  'mail.unsubscribe.title': 'Parar estes e-mails?',
  'mail.unsubscribe.text': '“{{kind}}”: {{tenant}} deixará de enviar e-mails sobre isso. Continua aparecendo nas suas notificações.',
  'mail.unsubscribe.button': 'Cancelar inscrição',
  'mail.unsubscribe.done': 'Você não receberá mais estes e-mails',
  'mail.unsubscribe.doneText': '“{{kind}}” está desligado. Você pode ligar de novo quando quiser.',
  'mail.unsubscribe.choose': 'Escolher o que chega por e-mail',
  'mail.unsubscribe.unknown': 'Este link não funciona',
  'mail.unsubscribe.unknownText': 'Ele pode estar incompleto ou ser de alguém que saiu. Você pode escolher seus e-mails no portal.',
  'mail.unsubscribe.refused': 'Nada foi alterado',
  'mail.unsubscribe.refusedText': 'Este pedido não era o formulário de cancelamento. Abra o link e pressione o botão.',
};
