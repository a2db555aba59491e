import type { settingsSearch as defining } from '../en-US/settings-search.ts';
import type { Texts } from '../types.ts';

export const settingsSearch: Texts<typeof defining> = {
  'find.mfa': '2FA MFA TOTP verificação duas etapas dois fatores multifator autenticador passkey código',
  'find.sso': 'SSO SAML login único Okta Entra Azure AD Google provedor de identidade',
  'find.scim': 'SCIM provisionamento diretório sincronização token',
  'find.password': 'senha regras força validade caracteres',
  'find.session': 'sessão tempo inatividade sair horas expirar',
  'find.address': 'IP rede VPN lista branca faixa CIDR',
  'find.mail': 'SMTP e-mail remetente servidor',
  'find.history': 'histórico alterações auditoria log quem mudou',
  'find.entries': 'entradas logins histórico acessos registro',
  'find.embedding': 'incorporar iframe SDK token chave site',
  'find.fields': 'atributos colunas campos extras',
  'find.zone': 'relógio hora fuso região',
  'find.language': 'tradução idioma inglês espanhol português',
  'find.remote': 'ajuda suporte assistência sessão entrar como',
  'find.import': 'CSV planilha Excel arquivo em massa carga',
  'find.account': 'entidade de serviço Power BI aplicativo segredo conexão',
  'find.capacity': 'Azure Fabric F8 pausar ligar tamanho orçamento economia preço simulação turno reserva',
  'find.capacityRules': 'Regras e custos de uma capacidade',
  'settings.search.people': 'Pessoas',
  'find.title.shifts': 'Turnos',
  'find.title.holidays': 'Feriados',
  'find.title.runs': 'Execuções das ações automáticas',
};
