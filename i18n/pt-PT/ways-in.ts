import type { waysIn as defining } from '../en-US/ways-in.ts';
import type { Texts } from '../types.ts';

/** The access points of a unit, and what each one reaches. */
export const waysIn: Texts<typeof defining> = {
  'ways.guest.title': 'Só para administradores da própria unidade',
  'ways.guest.text':
    'O SSO, o aprovisionamento e as respetivas chaves não podem ser vistos nem alterados numa visita. Peça a um administrador desta unidade.',
  'ways.area': 'O que alcançam',
  'ways.text': 'Todos os acessos a esta unidade, o que cada um pode fazer e quando foi usado pela última vez.',
  'ways.list': 'Acessos',
  'ways.off': 'Desligado',
  'ways.used': 'Última utilização: {{when}}',
  'ways.unused': 'Nunca utilizado',
  'ways.kind.password': 'Palavras-passe e chaves de acesso das contas',
  'ways.kind.saml': 'Fornecedor de identidade (SAML)',
  'ways.kind.entra': 'Microsoft Entra',
  'ways.kind.directory': 'Diretório (SCIM)',
  'ways.kind.embedding': 'Chave de incorporação',
  'ways.kind.partner': 'Parceiro',
  'ways.kind.mail': 'Servidor de correio próprio',
  'ways.kind.domain': 'Domínio próprio',
  'ways.reach.account': 'Comprova a própria conta, com o segundo fator quando existe, e por isso abre todas as unidades da pessoa.',
  'ways.reach.unitOnly': 'Responde pelas pessoas só nesta unidade: não alcança nenhuma conta nem outra unidade.',
  'ways.reach.bindsPlain': 'Reconhece utilizadores comuns pelo endereço em {{domains}}; os restantes identificam-se uma vez.',
  'ways.reach.bindsNobody': 'Não lista nenhum domínio, por isso não reconhece ninguém pelo endereço.',
  'ways.reach.linked': 'Dá entrada a utilizadores comuns que um administrador associou por identificador.',
  'ways.reach.makes': 'Adiciona pessoas de {{domains}} na primeira entrada, como utilizadores comuns sem conta.',
  'ways.reach.guests': 'Deixa entrar convidados do diretório; nunca são tomados por alguém que já está aqui.',
  'ways.reach.noAdministrators': 'As suas regras não criam administradores.',
  'ways.reach.provisions': 'Adiciona, altera e desativa as pessoas que trouxe.',
  'ways.reach.adopts': 'Assume utilizadores comuns com endereço em {{domains}}, porque está ligado a esse fornecedor.',
  'ways.reach.adoptsNobody': 'Não assume ninguém que o portal criou.',
  'ways.reach.raises': 'Um grupo seu torna administradoras as pessoas que trouxe.',
  'ways.reach.viewers': 'Mostra o portal como leitor às pessoas que o servidor indica, incluindo administradores; não altera nada.',
  'ways.reach.entersAdmin': 'Entra como administrador, para o conteúdo e as pessoas abaixo dos administradores.',
  'ways.reach.entersUser': 'Entra como um dos utilizadores, com o consentimento da pessoa quando a unidade o exige.',
  'ways.reach.entersNot': 'Vê faturas; não pode entrar.',
  'ways.reach.verified': 'Um administrador desta unidade é consultado antes de cada visita.',
  'ways.reach.unverified': 'Nenhum administrador é consultado antes de uma visita.',
  'ways.reach.keysClosed':
    'Perfis, fornecedores, chaves, servidor de correio e segurança ficam fechados durante a visita, e o que ela criou não abre portas depois.',
  'ways.reach.keepsTasks':
    'As suas ações automáticas funcionam enquanto puder entrar como administrador; um administrador desta unidade pode pausá-las.',
  'ways.reach.news': 'Envia novidades e avisos em nome desta unidade.',
  'ways.reach.noSecrets': 'As ligações que abrem uma conta nunca passam por ele: saem pela plataforma.',
  'ways.reach.typedHere': 'O DNS é desta unidade: pelo que se escreve em {{name}} responde só esta unidade.',
};
