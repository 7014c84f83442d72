/**
 * Words of column names in requirement workbooks, in languages of files that were seen. They weigh
 * a guess and never decide it alone.
 */
export const GUID_HEADER = /(^|[^\p{L}])(guid|uuid)([^\p{L}]|$)/iu

const IDENTIFIER =
  /^\W*(req(uirement|\.)?|item|control|criterion|question|anforderungs|unique|object|source|test)?[\s_.-]*(ids?|identifier|identifikator|kennung|identifikátor|identyfikator|identifiant|識別子)\W*$/iu
const ID_WORD =
  /(^|[^\p{L}])(ids?|identifier|key|number|num|numer|nummer|numéro|número|číslo|lfd|nr|no|n°|nº|№|ref|reference|code|kód|kod|pos|position|ident|clause|article|artikel|článok)([^\p{L}]|$)|^#$|^p\.?\s*č\.?$|^l\.?\s*p\.?$|番号/iu

/** How much a column name speaks for an id: 3 = GUID, 2.5 = 'ID', 1.5 = 'No.', 0 = nothing. */
export const idWeight = (header: string): number =>
  GUID_HEADER.test(header) ? 3 : IDENTIFIER.test(header) ? 2.5 : ID_WORD.test(header) ? 1.5 : 0

export const SECTION_HEADER =
  /section|chapter|categor|kategori|domain|doména|family|area|bereich|group|gruppe|skupina|topic|process|téma|thema|thème|temat|pillar|checklist|module|modul|theme|capability|component|epic|heading|subsystem|oblas|okruh|oddiel|sekcia|kapitola|kapitel|abschnitt|rozdział|obszar|chapitre|catégorie|rubrique|sección|capítulo|fejezet|poglavlje|раздел|розділ|部|[大中小]項目|分類|カテゴリ/iu

const TITLE =
  /(^|[^\p{L}])(name|title|summary|short|label|function|functionality|feature|subject|criteri(on|a)|titel|betreff|kriterium|bezeichnung|kurztext|funktion|názov|predmet|kritérium|funkcia|nazwa|tytuł|przedmiot|kryterium|funkcja|intitulé|libellé|objet|critère|désignation|fonction|título)([^\p{L}]|$)|名称|名$|タイトル/iu
const REQUIREMENT =
  /requirement|anforderung|požiadavk|wymagani|exigence|requisito|kravbeskriv|krav|eis(en)?\b|vereiste|vaatimus|nõue|nõuded|prasīb|reikalavim|követelmén|cerinț|zahtev|zahtjev|требован|вимог|изискван|απαίτησ|απαιτήσ|gereksinim|要件|要求/iu
const STATEMENT =
  /recommendation|question|control|criteri|statement|specification|user stor|i want|obligation|need|frage|otázka|pytanie|推奨|質問/iu
const TEXT =
  /description|text|detail|content|explanation|beschreibung|popis|opis|descripci|内容|説明/iu
const ASIDE =
  /comment|remark|respon|answer|reply|suppli|vendor|bidder|tender|offer|note|rational|justif|evidence|status|owner|link|url|example|reference|priority|verif|guidance|help|version|date|author|discussion|related|acceptance|points|so that|as a|anmerk|bemerk|antwort|poznámk|odpove|uwagi|kommentar|コメント|備考/iu

/** True for the name of a short title, beside which the text can be a column of its own. */
export const isTitle = (header: string): boolean => TITLE.test(header) && !ASIDE.test(header)
export const isText = (header: string): boolean =>
  (TEXT.test(header) || REQUIREMENT.test(header) || STATEMENT.test(header)) && !ASIDE.test(header)

/** How much a column name speaks for the text of the requirement; negative = it speaks against. */
export const nameWeight = (header: string): number => {
  const speaks = REQUIREMENT.test(header)
    ? 3
    : STATEMENT.test(header) || TITLE.test(header)
      ? 2.5
      : TEXT.test(header)
        ? 2
        : 0
  return ASIDE.test(header) ? Math.min(speaks - 3, -1) : speaks
}

const OTHER =
  /level|mandatory|weight|must|should|type|class|applicab|complian|scor|release|test|category|phase|stakeholder|acceptance|úroveň|priorit|poziom/iu
/** A text as it stands in a header row. */
export const isHeaderWord = (text: string): boolean =>
  text.length <= 60 &&
  (idWeight(text) > 0 || SECTION_HEADER.test(text) || nameWeight(text) !== 0 || OTHER.test(text))

/** Names of sheets that hold no requirements, and of those that do. */
const ASIDE_SHEET =
  /pric|preis|cen(a|y|ník)|term|instruk|cover|read\s?me|licen[sc]e|instruction|intro|about|change|history|revision|legend|^lists?$|values|lookup|glossary|definition|contents|^toc$|summary|dashboard|result|chart|score|guid(e|ance)|how to|hinweis|anleitung|deckblatt|inštrukc|pokyny|číselník/iu
const MAIN_SHEET =
  /requirement|checklist|control|specification|catalog|criteria|question|matrix|needs|anforderung|požiadavk|wymagani/iu
export const sheetWeight = (name: string): number =>
  (MAIN_SHEET.test(name) ? 2 : 0) - (ASIDE_SHEET.test(name) ? 3 : 0)

export const INSTRUCTION =
  /^[([<]|e\.\s?g\.|for example|please|\benter\b|\bselect\b|\bchoose\b|\bfill\b|complete|to be (filled|completed)|free text|drop-?down|mandatory|optional|do not (edit|change)|ne pas|oui \/|texte libre|obligatoire|bitte|nicht ändern|pflicht|freitext|vyplň|zadajte|uzupełni/iu

/** What rows say that stand among the requirements or below them and are none. */
export const NO_REQUIREMENT =
  /^(total|sub-?total|sum|summe|zwischensumme|gesamt|spolu|medzisúčet|súčet|razem|suma|sous-total|montant|合計|小計|page|seite|strana|strona|©|\(c\)|end of|ende|koniec|fin de|以上)([^\p{L}]|$)/iu

/** What stands below a numbered list, beside an empty number. */
export const BELOW_LIST =
  /^(max(imum|\.)?|minimum|average|mean|points?|scores?|percent(age)?|result|legend|place|date|signature|signed|punkte|prozent|durchschnitt|ergebnis|legende|ort|datum|unterschrift|body|bodov|priemer|podiel|legenda|miesto|dátum|podpis|punkty|średnia|wynik|miejscowość|moyenne|pourcentage|légende|lieu|fait à)([^\p{L}]|$)/iu
