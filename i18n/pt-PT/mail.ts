import type { mail as defining } from '../en-US/mail.ts';
import type { Texts } from '../types.ts';

export const mail: Texts<typeof defining> = {
  'mail.greeting': 'Olá, {{name}}',
  'mail.link': 'Ou copie este endereço para o navegador:',
  'mail.why': 'Recebe esta mensagem porque tem acesso a {{tenant}}.',
  'mail.choose': 'Escolher o que chega por e-mail',
  'mail.writtenByUnit': 'Escrito por {{tenant}}.',
  'mail.tooLarge': 'O ficheiro é demasiado grande para um e-mail; transfira-o com o botão.',
  'mail.sample.report': 'Vendas por região',
  'mail.sample.title': 'Atualização mensal',
  'mail.sample.view': 'Este trimestre',
  'mail.sample.group': 'Vendas',
  'mail.sample.device': 'Ecrã da receção',
  'mail.sample.playlist': 'Resultados da semana',
  'mail.sample.task': 'Atualizar todas as manhãs',
  'mail.sample.target': 'Vendas',
  'mail.sample.sentence': 'Preciso dos números para a reunião de sexta-feira.',
  'mail.test.title': 'Mensagem de teste de {{tenant}}',
  'mail.test.text': 'Se está a ler isto, o servidor de e-mail {{host}} envia mensagens por {{tenant}}.',
  'mail.test.action': 'Abrir o portal',
  'mail.account.why':
    'Recebeu esta mensagem porque este endereço é utilizado para iniciar sessão em {{tenant}}. Ninguém lhe vai pedir esta ligação.',
  'mail.account.whyCode':
    'Recebeu esta mensagem porque este endereço é utilizado para iniciar sessão em {{tenant}}. Ninguém lhe vai pedir este código.',
  'mail.account_invite.title': 'O seu acesso a {{tenant}}',
  'mail.account_invite.text':
    'Foi convidado para ver os relatórios de {{tenant}}. Aceite o convite para escolher como vai iniciar sessão. A ligação funciona uma única vez, até {{at}}.',
  'mail.account_invite.admin.text':
    '{{tenant}} enviou um convite para administrar o portal: prepará-lo e decidir quem entra. Aceite o convite para escolher como vai iniciar sessão. A ligação funciona uma única vez, até {{at}}.',
  'mail.account_invite.action': 'Aceitar convite',
  'mail.account_reset.title': 'Nova palavra-passe para {{tenant}}',
  'mail.account_reset.text':
    'Foi pedida uma nova palavra-passe para {{email}}. Se o pedido foi seu, escolha-a agora: a ligação funciona uma única vez, até {{at}}. Caso contrário, ignore esta mensagem e a palavra-passe mantém-se.',
  'mail.account_reset.action': 'Escolher nova palavra-passe',
  'mail.account_changed.title': 'A sua palavra-passe foi alterada',
  'mail.account_changed.text':
    'A palavra-passe de {{email}} foi alterada em {{at}} e todas as outras sessões foram terminadas. Se não foi por si, escolha já outra e avise quem administra {{tenant}}.',
  'mail.account_changed.action': 'Não fui eu',
  'mail.account_device.title': 'Nova entrada em {{tenant}}',
  'mail.account_device.text':
    'Em {{at}} alguém entrou como {{email}} a partir de um navegador que não era conhecido: {{device}}, endereço {{address}}. Se foi você, não precisa de fazer nada. Se não foi, termine essa sessão, altere a sua palavra-passe, se tiver uma, e avise quem administra {{tenant}}.',
  'mail.account_device.action': 'Ver as minhas sessões',
  'mail.account_guessed.title': 'Alguém tentou entrar como si em {{tenant}}',
  'mail.account_guessed.text':
    'Em {{at}} alguém passou o primeiro passo da entrada como {{email}} e errou demasiados códigos no segundo: {{device}}, endereço {{address}}. Quem foi sabe a sua palavra-passe, ou veio do seu fornecedor de identidade; ninguém entrou assim. Se foi você, não precisa de fazer nada. Se não foi, altere já a sua palavra-passe e avise quem administra {{tenant}}.',
  'mail.account_guessed.action': 'Alterar a minha palavra-passe',
  'mail.account_ways.title': 'O seu acesso a {{tenant}}',
  'mail.account_ways.text': 'Tem acesso a {{tenant}} com {{email}}. Não há palavra-passe a definir: inicie sessão com {{ways}}.',
  'mail.account_ways.action': 'Iniciar sessão',
  'mail.account_link_code.title': 'O seu código para {{tenant}}',
  'mail.account_link_code.text':
    'Alguém que está a entrar em {{tenant}} pelo fornecedor de identidade diz ser {{email}}. Se foi você, escreva este código no navegador em que está a entrar: {{code}}. Vale uma vez, durante dez minutos a partir do início desse acesso. Se não foi você, ignore esta mensagem.',
  'mail.account_link_code.action': 'Abrir a página de entrada',
  'mail.account_provider.title': 'O seu acesso a {{tenant}}',
  'mail.account_provider.text':
    'Alguém pediu uma nova palavra-passe para {{email}} em {{tenant}}. O seu método de autenticação não permite alterar a palavra-passe! Inicie sessão com {{ways}}; se não conseguir, fale com quem administra {{tenant}}.',
  'mail.account_provider.action': 'Iniciar sessão',
  'mail.account_factor.title': 'A sua verificação em dois passos foi alterada',
  'mail.account_factor.text':
    'Em {{at}}, em {{tenant}}, a verificação em dois passos de {{email}} foi alterada: {{change}} Se foi o próprio, não há nada a fazer. Se não foi, anule já: a ligação funciona uma vez, durante 7 dias. Também termina todas as suas sessões, e escolhe uma nova palavra-passe.',
  'mail.account_factor.action': 'Não fui eu',
  'mail.factor.added': '{{name}} foi adicionado.',
  'mail.factor.removed': '{{name}} foi removido.',
  'mail.factor.codes': 'foram criados novos códigos de recuperação.',
  'mail.factor.wiped': 'todos os segundos fatores e códigos de recuperação foram removidos.',
  'mail.account_code.title': 'O seu código para a verificação em dois passos',
  'mail.account_code.text':
    '{{code}} é o seu código para configurar a verificação em dois passos de {{email}}. Funciona uma vez, durante 10 minutos. Se não o pediu, mude a palavra-passe: alguém a conhece.',
  'mail.account_code.action': 'Abrir o portal',
  'mail.account_lost.title': 'Perdeu o seu segundo passo?',
  'mail.account_lost.text':
    'Alguém que conhece a palavra-passe de {{email}} indicou que perdeu todas as formas de confirmar o segundo passo. Se foi o próprio, comece a reposição: a ligação funciona uma vez, até {{at}}, e a reposição demora 24 horas. Se não foi, ignore esta mensagem e mude a palavra-passe.',
  'mail.account_lost.action': 'Começar a reposição',
  'mail.account_waiting.title': 'A sua verificação em dois passos vai ser reposta',
  'mail.account_waiting.text':
    'A verificação em dois passos de {{email}} será removida depois de {{at}}. Se não pediu isto, mantenha-a: a ligação funciona uma vez. Entrar com o segundo passo também a mantém.',
  'mail.account_waiting.action': 'Manter a minha verificação em dois passos',
  'mail.ways.own': 'o fornecedor de identidade da sua organização',
  'mail.writtenBy': 'Escrito por {{person}}, {{tenant}}.',
  'mail.unsubscribe.title': 'Parar estes e-mails?',
  'mail.unsubscribe.text': '“{{kind}}”: {{tenant}} deixará de enviar e-mails sobre isto. Continua a aparecer nas suas notificações.',
  'mail.unsubscribe.button': 'Cancelar subscrição',
  'mail.unsubscribe.done': 'Não receberá mais estes e-mails',
  'mail.unsubscribe.doneText': '“{{kind}}” está desligado. Pode voltar a ligá-lo quando quiser.',
  'mail.unsubscribe.choose': 'Escolher o que chega por e-mail',
  'mail.unsubscribe.unknown': 'Esta ligação não funciona',
  'mail.unsubscribe.unknownText': 'Pode estar incompleta ou ser de alguém que saiu. Pode escolher os seus e-mails no portal.',
  'mail.unsubscribe.refused': 'Nada foi alterado',
  'mail.unsubscribe.refusedText': 'Este pedido não era o formulário de cancelamento. Abra a ligação e prima o botão.',
};
