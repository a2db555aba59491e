import type { session as defining } from '../en-US/session.ts';
import type { Texts } from '../types.ts';

export const session: Texts<typeof defining> = {
  'session.signIn': 'Iniciar sessão',
  'session.headline': 'Os números, de um ponto mais alto',
  'session.welcomeBack': 'Bom regresso',
  'session.lead': 'Inicie sessão para ver os relatórios da sua equipa.',
  'session.email': 'E-mail',
  'session.emailPlaceholder': 'nome@empresa.pt',
  'session.password': 'Palavra-passe',
  'session.signInFailed': 'Erro ao iniciar sessão!',
  'session.samlFailed': 'Erro ao autenticar!',
  'session.wait': 'Demasiadas tentativas. Tente novamente dentro de {{wait}}.',
  'session.unavailable':
    'O portal não consegue responder de momento. A palavra-passe não foi verificada. Tente novamente dentro de alguns minutos.',
  'session.network': 'Sem ligação. Verifique a rede e tente novamente.',
  'session.updating': 'A atualizar a sessão',
  'session.maintenanceUntil': 'Até {{until}}',
  'session.domain.title': 'Não existe um portal neste endereço',
  'session.domain.text': 'Verifique se o endereço foi bem escrito ou fale com quem o indicou.',
  'session.ip.title': 'IP não permitido!',
  'session.ip.text': 'Este portal só abre nas redes que o administrador permite. Ligue-se a uma delas e inicie sessão novamente.',
  'session.popup.title': 'O navegador bloqueou o novo separador',
  'session.popup.text':
    'Este relatório abre fora do portal. Abra-o aqui e permita pop-ups para este endereço para ir diretamente da próxima vez.',
  'session.popup.missing': 'Este relatório abre fora do portal. Volte atrás e abra-o novamente.',
  'session.popup.open': 'Abrir relatório',
  'session.notFound.title': 'Esta página não existe',
  'session.notFound.text': 'O endereço pode ter mudado ou foi escrito com algum erro.',
  'session.mismatch.title': 'Esta página não faz parte do seu perfil',
  'session.mismatch.text': 'A sessão está iniciada como {{name}}. Outra conta pode ter acesso.',
  'session.already.title': 'A sessão já está iniciada',
  'session.already.text': 'A sessão está iniciada como {{name}}.',
  'session.goHome': 'Ir para o início',
  'session.signInAsOther': 'Iniciar sessão como outra pessoa',
  'session.backToSignIn': 'Ir para o início de sessão',
  'session.portalFailed': 'Não foi possível carregar o portal',
};
