// Passwords and words that head every published list of leaked passwords, in English, Portuguese and Spanish, folded. Common decorations
// (capitals, a year, an exclamation mark, digits for letters) are removed before the lookup.
const words = `
0000000000 00112233 0102030405 01020304 0123456789 01011980 01011990 01012000 10203040 1020304050 11112222 11223344 1122334455 112233445566
12121212 1223334444
12301230 123123123 1231231234 12312312 12341234 1234512345 123454321 1234554321 123456654321 123459876 12345qwert 1234567890 12345678910
123456789a 12345678a
1234abcd 1234qwer 123654789 123698745 123789456 123abc123 123mudar 123qweasd 123qweasdzxc 12qwaszx 13579246 135792468 1357924680 13131313
14141414 147258369 147852369
14725836 1472583690 159357456 159753456 159753258 1597534682 16161616 17171717 18181818 19191919 1a2b3c4d 1a2b3c4d5e 1q2w3e 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz
1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc 20202020 21212121 2468013579 246813579 22446688 23232323 25252525 258456 258369147 31415926
314159265 31313131 321654987
36925814 369258147 4815162342 54545454 55667788 65432100 741852963 74108520 7418529630 753951456 77889900 789456123 78945612 7894561230
789632145 8008135 852456
852741963 87654321 88776655 90909090 951753852 963852741 96325874 963258741 987456321 98741236 9876543210 987654321a 99887766
a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aaaa1111 abacate abcabc abc123 abc12345 abcd1234 abcde123 abcdef12 abcdefg1 access accountant acesso acesso123
acessar administrador
administrator admin adminadmin admin123 alejandra alejandro alexander alexandre alexandra amanda america amigas amigos amizade amor amorcito
amoreterno amormio
amorzinho anderson andrea andreia angelica angelito anhanguera antonio apples argentina arsenal arthur asdasd asdf asdf1234 asdfasdf asdfgh
asdfghj asdfghjk asdfghjkl
asdfghjklc asdqwe asdqwe123 asdzxc asterix atletico august austin avengers azerty azertyui azertyuiop
babygirl babilonia bacon bailarina banana barbara barbie barcelona baseball basketball batman beatles beatriz benfica bernardo bienvenido
bismillah blabla blablabla
blackberry blahblah blessed blessing blink182 bolinha bolsonaro bonita booboo boqueirao borussia botafogo brandon brasil brasil10 brasilia
brasileiro brazil bruninha
bubbles buceta butterfly buster
caballo cachorro cadeira camaro cambiame camila campeao canada canario carinho carlos carolina caroline cartoon cascavel cassandra catarina
catherine cavalo celular chacal
change changeme changeit charlie charlotte chelsea cheese chester chicago chicken chocolate chouchou christian christina christopher cielo
claudia cleopatra clave
clave123 claveprueba coffee cocacola coelho colombia colorado coloco computador computadora computer condor consuelo contrasena contrasenha
contrasenas
convidado cookie cookies copacabana corazon coracao corinthian corinthians corona coronavirus cowboy cowboys cristiano cristina cristo
cruzeiro curitiba custom cymru
dallas daniel daniela danielle deborah december default demo demodemo deusefiel deuseamor deusefiel7 deus deusnocomando diamante diamond
dinheiro dolphin domingo donald
dragon dragonball dragoes drowssap duarte
eclipse eduardo elefante elizabeth emanuel emmanuel empresa empresas emprego english enrique enter entrar entrada escola escritorio
escorpion esperanca esperanza estrela
estrella estrellita estudante eternity everton excalibur extreme
fabiana fabiano facebook familia family fatima february felicidade felicidad felipe fernanda fernando ferrari ferreira filosofia financas
financeiro flamengo flamingo
flores florida fluminense football fordfocus forever formula formula1 fortaleza fortnite francesca francisca francisco freedom friend
friends fuckyou fuckoff futbol futebol
gabriel gabriela gabrielle galinha galaxia garfield gatinha gatinho gatito gateway genesis george georgia geronimo giovanna gisele gladiador
godisgood godzilla golfinho
google goldfish gracias gremio griffin guadalupe guilherme guillermo guest guitar guitarra gustavo
hahaha hannah harley harrypotter heaven heavenly hello helloworld henrique hercules hermione hockey holamundo holahola holiday homero
hospital hottie hunter hurricane
iceman idontknow iloveme ilovegod iloveu iloveyou imperador imperio india indigo informatica inicial inicio internacional internet inter
invierno isabel isabela isabella
isabelle israel italia iverson
jacare jackson jacqueline january japan jasmine javascript jefferson jennifer jeremias jessica jesucristo jesus jesuscristo jesuschrist
jesuseamor jesusteama jesusteamo jesus123
joaovitor joaquim joaquin johnny jonathan jordan jordan23 joselito joseluis joshua juanjose julho juliana juliano junho juninho juventus
karina karolina katherine kennedy killer kimberly kingkong kitten kobe24 kristina
laranja larissa laura lavender leonardo leticia letmein letmeinnow liberdade libertad liberty linda linkedin liverpool login lorenzo lourdes
louise love loveme lovelove
lovely loveyou lucas luciana luciano lucky luisa luizinho
macaco mackenzie madonna madrid madrugada magico maggie manchester manuel manuela marcela marcelo marcos margarita maria mariana mariaclara
mariaeduarda marina mario
mariposa marlboro marley maryjane master matheus matrix matthew mauricio maximus mechanic melancia melissa mercedes mercury merlin messi
metallica mexico michael michelle
michigan mickey midnight miguel millonarios minecraft minhasenha minhavida miamor mimama mimundo misty moderador momoney monica monkey
monster morango mortadela motdepasse
mozilla mudar mudarsenha mudar123 mudeme muneca music musica mustang mylove myspace
naruto natalia nathalia natureza naughty neymar nicolas nicole nintendo nirvana nissan nothing novasenha novembro november nokia
october oliveira olivia omega operador orange orlando orquidea outubro oxford
pacheco palavra palavrapasse palmeiras panasonic pantera paixao papai paraguay paralelepipedo paris parola pass passe passport passw0rd
password password1 passwords
passwort paulista patricia patrick peanut pelusa penelope pepper perfect pereira perfeita piolin pirata platano playboy players playstation
please pokemon poiuyt
poiuytrewq policia porsche portugal presidente primavera princesa princesita princess princesse professor prueba puppies purple
q1w2e3 q1w2e3r4 q1w2e3r4t5 qazqaz qazwsx qazwsxedc qazxsw qazxswedc qqww1122 qweasd qweasdzxc qweasd123 qweqwe qweqweqwe qwer1234 qwerasdf
qwerqwer qwert qwerty
qwertyu qwertyui qwertyuio qwertyuiop qwertyqwerty qwertz qwertzuiop quintafeira
rafael rafaela ramones ranger rangers raphael raquel realmadrid rebecca rebeldes recepcao redsox relatorio relatorios report reports ribeiro
ricardo rihanna roberta roberto
rocknroll rodrigo rodrigues romance ronaldinho ronaldo roberto123 robotica root rootroot rosalinda rosario russia
sabrina sagitario salvador samantha samsung sandra sangue santiago santos saopaulo saojorge saturno scarface schalke school scooter scorpion
sebastian secret secreto
secretaria segredo segunda segundafeira seguranca semsenha senha senha1234 senhas senhanova senha123 senhasenha seinao september servidor
setembro shadow shalom shannon
sharks silver silva sistema sistemas slipknot smile smokey snoopy snowball soccer softball soleil solteira sometida sophia sophie spiderman
spirit squirtle starcraft
starwars steelers stephanie strawberry success suporte suporte123 summer sunflower sunshine superman supervisor support sweetheart sweety
sexta sextafeira
tamires tatiana taylor teamo teamomucho tecnologia teste teste123 testes teste1234 tester testing testtest test test1234 temporal
teletubbies tequiero tequieromucho tequila
tesoro thailand thiago thomas thunder tiago tigger tinkerbell tinker titanic toyota trabajo trabalho tricolor trident trustno1 tudobem
turtle tweety twilight
ultramar unicorn unicornio universo universidad universidade usuario usuarios user username
vagabundo vaidarcerto valentin valentina valeria vampire vanessa vascodagama vasco vendas ventas verano verao veronica victor victoria
vingadores vinicius virginia vitoria
vitoria123 vivalavida volcom volleyball
warcraft warrior warriors welcome welcome1 wellington whatever william windows winner winston winter wolverine
xavier xbox360 xuxuzinho yahoo yamaha yankees yellow yolanda yourmom
zacarias zaq12wsx zaq1xsw2 zaqxsw zaqwsx zenitpolar zeppelin zxasqw zxasqw12 zxc123 zxcasd zxcvbn zxcvbnm zxcvbnmm zxcasdqwe zxcvasdf zxczxc`;

const known = new Set(words.trim().split(/\s+/));

/** Whether one of the words that a password is built around is on the list. */
export const isCommonPassword = (cores: readonly string[]): boolean => cores.some((core) => known.has(core));
