export type Language = 'en' | 'de' | 'sk' | 'fr' | 'ja' | 'pl'

/** One thing that a requirement can ask for; `{o}` stands for what it is about. */
interface Deed {
  title: string
  /** What follows "The system shall", in the word order of the language. */
  text: string
}

interface Wording {
  /** Twelve or nine deeds: coprime to 7, so that six things and the deeds meet in every pair. */
  deeds: readonly Deed[]
  /** How a deed becomes a sentence; a list keeps mostly to one way. */
  sentences: readonly ((text: string) => string)[]
  /** Sentences that lengthen a text to a paragraph. */
  details: readonly string[]
  rationales: readonly string[]
  criteria: readonly string[]
  priorities: readonly string[]
  types: readonly string[]
  notes: readonly string[]
  answers: readonly string[]
  compliance: readonly string[]
}

const deed = (title: string, text: string): Deed => ({ title, text })

const ENGLISH: Wording = {
  deeds: [
    deed('Search for {o}', 'find {o} by any combination of fields and sort the result'),
    deed('Export {o}', 'export {o} to a file that common spreadsheet programs open'),
    deed('Audit trail of {o}', 'show who changed {o}, when, and what the former values were'),
    deed('Import {o}', 'take over {o} from the present system without typing them again'),
    deed('Access to {o}', 'restrict access to {o} by role and by organizational unit'),
    deed('Archiving of {o}', 'archive {o} after the retention period and restore them on request'),
    deed('Reminders about {o}', 'send reminders about {o} that were not handled in time'),
    deed('Printing {o}', 'print {o} in the layout of the organization'),
    deed('Duplicate {o}', 'detect duplicate {o} and merge them without losing their history'),
    deed('Offline {o}', 'keep {o} usable during a network outage and synchronize afterwards'),
    deed('Statistics of {o}', 'produce monthly statistics of {o} per site'),
    deed('Approval of {o}', 'have {o} approved by a second person before they take effect'),
  ],
  sentences: [
    (text) => `The system shall ${text}.`,
    (text) => `The solution must be able to ${text}.`,
    (text) => `Staff can ${text}.`,
    (text) => text,
    (text) => `It must be possible to ${text}; exceptions are logged.`,
    (text) => `The supplier shall provide a function to ${text}`,
  ],
  details: [
    'The function must be available to at least 200 concurrent users.',
    'Response times above three seconds are not acceptable at peak load.',
    'Configuration by the administrator must be possible without programming.',
    'Existing interfaces remain in operation until the end of the transition.',
    'The tenderer describes the solution with screenshots.',
    'Every field can be marked as mandatory, optional or hidden.',
  ],
  rationales: [
    'Today this is done on paper, which takes two working days a month and regularly leads to disputes about what was agreed.',
    'Required by the internal auditor.',
    'Staff change sites during a shift and need the same view everywhere.',
    'The present product loses this information at every upgrade.',
    'Legal obligation; see the regulations listed in the annex.',
  ],
  criteria: [
    'Shown in the demonstration with test data',
    'A user without the role sees nothing',
    'Result is available within five seconds',
    'The log contains one entry per change',
    'Works in the two supported browsers',
  ],
  priorities: ['Must', 'Should', 'Must', 'Could', 'Must', 'Should'],
  types: ['Functional', 'Functional', 'Interface', 'Functional', 'Security'],
  notes: ['To be confirmed in workshop 2', '', '', 'See annex C', '', '', 'Pilot site first'],
  answers: [
    'Covered by the standard module; configured during roll-out, no additional licence needed.',
    'Available with the next release, which is planned for the second quarter and is part of maintenance.',
    'Yes.',
    'We meet this with our reporting add-on. The customer can build further reports alone after a one-day training.',
    'Supported since version 7.',
  ],
  compliance: ['Fully', 'Fully', 'Partially', 'Fully', 'Not met'],
}

const GERMAN: Wording = {
  deeds: [
    deed('Suche nach {o}', '{o} über beliebige Felder suchen und die Treffer sortieren'),
    deed('Export: {o}', '{o} in eine Tabellendatei exportieren'),
    deed(
      'Protokollierung: {o}',
      'jede Änderung an Daten zu {o} mit Benutzer und Zeit protokollieren',
    ),
    deed('Übernahme: {o}', '{o} aus dem Altverfahren ohne erneute Erfassung übernehmen'),
    deed('Berechtigungen: {o}', 'den Zugriff auf {o} nach Rolle und Amt einschränken'),
    deed('Löschfristen: {o}', '{o} nach Ablauf der Aufbewahrungsfrist nachvollziehbar löschen'),
    deed('Wiedervorlage: {o}', 'an nicht fristgerecht bearbeitete {o} erinnern'),
    deed('Druck: {o}', '{o} auf den Vordrucken der Verwaltung ausgeben'),
    deed('Auswertung: {o}', '{o} monatlich je Standort auswerten'),
  ],
  sentences: [
    (text) => `Das System muss ${text} können.`,
    (text) => `Berechtigte können ${text}.`,
    (text) => `Die Sachbearbeitung soll ohne Medienbruch ${text} können.`,
  ],
  details: [
    'Die Funktion steht mindestens 150 gleichzeitigen Benutzern zur Verfügung.',
    'Antwortzeiten über drei Sekunden sind nicht zulässig.',
    'Der Bieter beschreibt die Umsetzung mit Bildschirmfotos.',
    'Anpassungen nimmt die Fachadministration ohne Programmierung vor.',
  ],
  rationales: [
    'Bisher geschieht dies auf Papier und dauert im Monat zwei Arbeitstage.',
    'Forderung der Revision.',
    'Gesetzliche Vorgabe, siehe Anlage 4.',
  ],
  criteria: [
    'Vorführung mit Testdaten',
    'Ohne Rolle ist kein Datensatz sichtbar',
    'Ergebnis liegt nach fünf Sekunden vor',
  ],
  priorities: ['Muss', 'Soll', 'Muss', 'Kann', 'Muss'],
  types: ['Funktional', 'Schnittstelle', 'Funktional', 'Sicherheit'],
  notes: ['Klärung im Workshop', '', '', 'siehe Anlage 2', ''],
  answers: ['Im Standard enthalten.', 'Wird bei der Einführung eingerichtet.', 'Mit Version 8.'],
  compliance: ['erfüllt', 'erfüllt', 'teilweise', 'nicht erfüllt'],
}

const SLOVAK: Wording = {
  deeds: [
    deed('Vyhľadávanie {o}', 'vyhľadávanie {o} podľa ľubovoľných polí vrátane triedenia výsledkov'),
    deed('Export {o}', 'export {o} do súboru pre tabuľkový procesor'),
    deed('História {o}', 'zobrazenie histórie {o} s menom používateľa a časom zmeny'),
    deed('Migrácia {o}', 'prevzatie {o} z doterajšieho systému bez opätovného zadávania'),
    deed('Prístup k údajom {o}', 'obmedzenie prístupu k údajom {o} podľa roly a pracoviska'),
    deed('Archivácia {o}', 'archiváciu {o} po uplynutí lehoty a ich obnovenie na požiadanie'),
    deed('Upozornenia – spracovanie {o}', 'zasielanie upozornení na oneskorené spracovanie {o}'),
    deed('Tlač {o}', 'tlač {o} v jednotnej úprave organizácie'),
    deed('Štatistika {o}', 'mesačné štatistiky {o} za jednotlivé pracoviská'),
  ],
  sentences: [
    (text) => `Systém musí umožňovať ${text}.`,
    (text) => `Riešenie zabezpečí ${text}.`,
    (text) => `Požaduje sa: ${text}`,
  ],
  details: [
    'Funkcia musí byť dostupná najmenej 100 súbežným používateľom.',
    'Odozva nad tri sekundy nie je prípustná.',
    'Uchádzač opíše spôsob splnenia.',
    'Nastavenie vykoná správca bez programovania.',
  ],
  rationales: ['Dnes sa práca vykonáva na papieri.', 'Požiadavka vnútorného auditu.'],
  criteria: ['Ukážka na testovacích údajoch', 'Bez roly nie je vidieť žiadny záznam'],
  priorities: ['Povinná', 'Povinná', 'Voliteľná'],
  types: ['Funkčná', 'Integračná', 'Bezpečnostná'],
  notes: ['', 'Pozri prílohu č. 3', '', ''],
  answers: ['Súčasť štandardného riešenia.', 'Nastavíme počas implementácie.'],
  compliance: ['áno', 'áno', 'čiastočne', 'nie'],
}

const FRENCH: Wording = {
  deeds: [
    deed('Recherche : {o}', 'de rechercher {o} selon tout champ et de trier les résultats'),
    deed('Export : {o}', "d'exporter {o} vers un tableur"),
    deed('Historique : {o}', "d'afficher l'historique complet pour {o}, avec auteur et date"),
    deed('Reprise : {o}', "de reprendre {o} depuis l'application actuelle sans nouvelle saisie"),
    deed('Habilitations : {o}', "de limiter l'accès pour {o} selon le rôle et le service"),
    deed('Archivage : {o}', "d'archiver {o} au terme de la durée de conservation"),
    deed('Alertes : {o}', "d'alerter le responsable lorsque {o} restent sans traitement"),
    deed('Impression : {o}', "d'imprimer {o} à la charte de l'établissement"),
    deed('Statistiques : {o}', 'de produire chaque mois des statistiques sur {o}'),
  ],
  sentences: [
    (text) => `La solution doit permettre ${text}.`,
    (text) => `Il est possible ${text}, sur tous les sites.`,
  ],
  details: [
    'La fonction reste disponible pour 100 utilisateurs simultanés.',
    'Le candidat décrit la mise en œuvre retenue.',
    "L'administrateur réalise le paramétrage sans développement.",
  ],
  rationales: ['Ce travail se fait encore sur papier.', "Demande de l'audit interne."],
  criteria: ["Démonstration sur un jeu d'essai", 'Résultat en moins de cinq secondes'],
  priorities: ['Obligatoire', 'Souhaitée', 'Obligatoire', 'Optionnelle'],
  types: ['Fonctionnelle', 'Technique'],
  notes: ['', '', "Voir l'annexe 2"],
  answers: ['Couvert en standard.', 'Prévu à la prochaine version.'],
  compliance: ['Oui', 'Oui', 'Partiel', 'Non'],
}

const JAPANESE: Wording = {
  deeds: [
    deed('{o}の検索', '{o}を任意の項目で検索し、結果を並べ替えられる'),
    deed('{o}の出力', '{o}を表計算ソフトで開けるファイルに出力できる'),
    deed('{o}の変更履歴', '{o}の変更者、変更日時、変更前の値を表示できる'),
    deed('{o}の移行', '{o}を現行システムから再入力なしで移行できる'),
    deed('{o}の権限', '{o}の参照を役割と部門ごとに制限できる'),
    deed('{o}の保管', '{o}を保存期間の経過後に保管し、必要時に復元できる'),
    deed('{o}の通知', '期限までに処理されない{o}について担当者に通知できる'),
    deed('{o}の印刷', '{o}を所定の様式で印刷できる'),
    deed('{o}の集計', '{o}を拠点ごとに毎月集計できる'),
  ],
  sentences: [(text) => `${text}こと。`, (text) => `利用者は${text}。`],
  details: [
    '同時に百人が利用できること。',
    '応答は三秒以内とする。',
    '設定は管理者が画面で行えること。',
  ],
  rationales: ['現在は紙で行っているため。', '監査の指摘による。'],
  criteria: ['試験データで確認する', '五秒以内に表示される'],
  priorities: ['必須', '必須', '任意'],
  types: ['機能', '性能', '連携'],
  notes: ['', '別紙2を参照', ''],
  answers: ['標準機能で対応します。', '次期版で対応予定です。'],
  compliance: ['○', '○', '△', '×'],
}

const POLISH: Wording = {
  deeds: [
    deed('Wyszukiwanie {o}', 'wyszukiwanie {o} według dowolnych pól i sortowanie wyników'),
    deed('Eksport {o}', 'eksport {o} do pliku arkusza kalkulacyjnego'),
    deed('Historia {o}', 'przegląd historii {o} wraz z autorem i czasem zmiany'),
    deed('Migracja {o}', 'przeniesienie {o} z dotychczasowego systemu bez ponownego wpisywania'),
    deed('Uprawnienia do {o}', 'ograniczenie dostępu do {o} według roli i jednostki'),
    deed('Archiwizacja {o}', 'archiwizację {o} po upływie okresu przechowywania'),
    deed('Przypomnienia – {o}', 'wysyłanie przypomnień o nierozpatrzonych wpisach z {o}'),
    deed('Wydruk {o}', 'wydruk {o} według wzoru jednostki'),
    deed('Statystyka {o}', 'przygotowanie miesięcznej statystyki {o} dla każdej lokalizacji'),
  ],
  sentences: [
    (text) => `System musi umożliwiać ${text}.`,
    (text) => `Rozwiązanie zapewnia ${text}`,
  ],
  details: [
    'Funkcja jest dostępna dla co najmniej 100 użytkowników jednocześnie.',
    'Czas odpowiedzi nie przekracza trzech sekund.',
    'Wykonawca opisuje sposób realizacji.',
  ],
  rationales: ['Obecnie praca odbywa się na papierze.', 'Wymóg audytu wewnętrznego.'],
  criteria: ['Pokaz na danych testowych', 'Bez roli dane są niewidoczne'],
  priorities: ['Wymagane', 'Pożądane', 'Wymagane'],
  types: ['Funkcjonalne', 'Techniczne'],
  notes: ['', 'Patrz załącznik 4', ''],
  answers: ['W standardzie.', 'W kolejnej wersji.'],
  compliance: ['TAK', 'TAK', 'NIE'],
}

export const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: ENGLISH,
  de: GERMAN,
  sk: SLOVAK,
  fr: FRENCH,
  ja: JAPANESE,
  pl: POLISH,
}
