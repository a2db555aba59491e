import type { settingsSearch as defining } from '../en-US/settings-search.ts';
import type { Texts } from '../types.ts';

export const settingsSearch: Texts<typeof defining> = {
  'find.mfa': '2FA MFA TOTP verificação dois passos dois fatores multifator autenticador passkey código',
  'find.sso': 'SSO SAML início de sessão único Okta Entra Azure AD Google fornecedor de identidade',
  'find.scim': 'SCIM aprovisionamento diretório sincronização token',
  'find.password': 'palavra-passe regras força validade carateres',
  'find.session': 'sessão tempo inatividade sair horas expirar',
  'find.address': 'IP rede VPN lista branca intervalo CIDR',
  'find.mail': 'SMTP e-mail remetente servidor',
  'find.history': 'histórico alterações auditoria registo quem alterou',
  'find.entries': 'entradas inícios de sessão histórico acessos registo',
  'find.embedding': 'incorporar iframe SDK token chave site',
  'find.fields': 'atributos colunas campos extra',
  'find.zone': 'relógio hora fuso região',
  'find.language': 'tradução idioma inglês espanhol português',
  'find.remote': 'ajuda suporte assistência sessão entrar como',
  'find.import': 'CSV folha de cálculo Excel ficheiro em massa carga',
  'find.account': 'principal de serviço Power BI aplicação segredo ligação',
  'find.capacity': 'Azure Fabric F8 pausar ligar tamanho orçamento poupança preço simulação turno reserva',
  'find.capacityRules': 'Regras e custos de uma capacidade',
  'settings.search.people': 'Pessoas',
  'find.title.shifts': 'Turnos',
  'find.title.holidays': 'Feriados',
  'find.title.runs': 'Execuções das ações automáticas',
};
