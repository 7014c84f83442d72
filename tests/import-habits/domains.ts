import type { Language } from './languages.ts'

interface DomainSection {
  code: string
  title: string
  /** Six things; with the deeds of the language they make the section's requirements. */
  things: readonly string[]
}

export interface Domain {
  language: Language
  project: string
  owner: string
  sections: readonly DomainSection[]
}

/** The things as one text, parted by commas. */
const section = (code: string, title: string, things: string): DomainSection => ({
  code,
  title,
  things: things.split(/, |、/),
})

export const DOMAINS = {
  hospital: {
    language: 'en',
    project: 'Hospital information system',
    owner: 'General hospital, procurement department',
    sections: [
      section(
        'ADM',
        'Patient administration',
        'patient records, admissions, discharges, insurance data, wristbands, consents',
      ),
      section(
        'MED',
        'Medication',
        'prescriptions, allergies, drug interactions, infusion plans, ward stocks, dispensing orders',
      ),
      section(
        'NUR',
        'Nursing documentation',
        'vital signs, care plans, wound photographs, fluid balances, shift handovers, fall risks',
      ),
      section(
        'SCH',
        'Scheduling',
        'appointments, operating lists, room bookings, waiting lists, transport orders, on-call rosters',
      ),
      section(
        'LAB',
        'Orders and results',
        'laboratory orders, imaging requests, critical results, specimen labels, consultations, external reports',
      ),
      section(
        'BIL',
        'Billing',
        'invoices, case groupings, co-payments, cost estimates, reimbursements, cancelled services',
      ),
    ],
  },
  city: {
    language: 'en',
    project: 'Digital services for residents',
    owner: 'City administration, IT office',
    sections: [
      section(
        '1',
        'Registry office',
        'birth certificates, change-of-address forms, identity cards, family records, appointments at the counter, fee receipts',
      ),
      section(
        '2',
        'Building permits',
        'permit applications, site plans, expert opinions, neighbour notices, inspection dates, permit conditions',
      ),
      section(
        '3',
        'Local taxes',
        'tax assessments, dog registrations, payment plans, objections, direct debits, exemption requests',
      ),
      section(
        '4',
        'Public works',
        'road closures, lamp defects, tree inspections, winter service routes, waste containers, damage reports',
      ),
      section(
        '5',
        'Council information',
        'meeting agendas, minutes, motions, attendance lists, public questions, resolutions',
      ),
    ],
  },
  telecom: {
    language: 'en',
    project: 'Fibre network inventory and order handling',
    owner: 'Telecom operator, network planning',
    sections: [
      section(
        'INV',
        'Network inventory',
        'cable routes, splice plans, duct occupancies, site addresses, optical ports, equipment racks',
      ),
      section(
        'ORD',
        'Order management',
        'service orders, porting requests, order bundles, technician visits, cancellations, delivery dates',
      ),
      section(
        'ALM',
        'Fault management',
        'alarms, outage notices, trouble tickets, escalation chains, root causes, maintenance windows',
      ),
      section(
        'PRF',
        'Performance',
        'traffic counters, latency measurements, capacity forecasts, threshold crossings, link budgets, service reports',
      ),
      section(
        'CUS',
        'Customer portal',
        'contract overviews, usage records, invoices online, modem settings, support chats, moving requests',
      ),
    ],
  },
  rail: {
    language: 'en',
    project: 'Traffic management for a regional railway',
    owner: 'Regional railway, operations control',
    sections: [
      section(
        'TT',
        'Timetable',
        'train paths, stopping patterns, possession plans, connection rules, calendar exceptions, platform plans',
      ),
      section(
        'OPS',
        'Operations control',
        'train positions, delay reasons, route conflicts, speed restrictions, dispatcher orders, shunting moves',
      ),
      section(
        'PAX',
        'Passenger information',
        'platform displays, announcements, disruption messages, seat occupancies, lift failures, connection advice',
      ),
      section(
        'FLT',
        'Fleet',
        'vehicle mileages, defect reports, workshop slots, coupling plans, wheel measurements, cleaning orders',
      ),
      section(
        'CRW',
        'Crew',
        'duty rosters, route knowledge records, rest periods, sickness reports, driver briefings, swap requests',
      ),
      section(
        'SAF',
        'Safety',
        'incident reports, signal passed at danger records, level crossing faults, risk assessments, safety briefings, near misses',
      ),
    ],
  },
  payroll: {
    language: 'en',
    project: 'Payroll and time recording',
    owner: 'Shared service centre, human resources',
    sections: [
      section(
        'P1',
        'Master data',
        'employment contracts, bank details, cost centres, tax classes, dependants, job grades',
      ),
      section(
        'P2',
        'Time recording',
        'working hours, overtime claims, absences, shift allowances, clock corrections, leave balances',
      ),
      section(
        'P3',
        'Payroll run',
        'gross amounts, deductions, retroactive changes, advance payments, garnishments, payslips',
      ),
      section(
        'P4',
        'Statutory reporting',
        'social insurance reports, annual statements, tax returns, statistics surveys, pension notices, correction reports',
      ),
    ],
  },
  laboratory: {
    language: 'en',
    project: 'Laboratory information management',
    owner: 'Food and water laboratory',
    sections: [
      section(
        'A',
        'Samples',
        'sample labels, storage positions, chain-of-custody records, sampling plans, rejected samples, retained portions',
      ),
      section(
        'B',
        'Methods',
        'test methods, calibration curves, reference materials, measurement uncertainties, control charts, dilution series',
      ),
      section(
        'C',
        'Instruments',
        'maintenance logs, instrument files, calibration dates, usage hours, spare parts, failure reports',
      ),
      section(
        'D',
        'Reports',
        'test reports, interim results, electronic signatures, customer copies, amended reports, limit exceedances',
      ),
    ],
  },
  verwaltung: {
    language: 'de',
    project: 'Fachverfahren Bauaufsicht und Bürgerdienste',
    owner: 'Stadtverwaltung, Amt für Digitalisierung',
    sections: [
      section(
        'BA',
        'Bauanträge',
        'Antragsunterlagen, Lagepläne, Stellungnahmen, Nachbaranhörungen, Ortstermine, Bescheide',
      ),
      section(
        'GB',
        'Gebühren',
        'Gebührenbescheide, Ratenzahlungen, Mahnungen, Erstattungen, Widersprüche, Kassenzeichen',
      ),
      section(
        'AK',
        'E-Akte',
        'Schriftstücke, Aktenzeichen, Postausgänge, Umlaufmappen, Wiedervorlagen, Vermerke',
      ),
      section(
        'BP',
        'Bürgerportal',
        'Online-Anträge, Terminbuchungen, Nachrichten, Servicekonten, Formulare, Vollmachten',
      ),
      section(
        'IT',
        'Betrieb',
        'Benutzerkonten, Sicherungen, Schnittstellen, Protokolldateien, Testdaten, Störungsmeldungen',
      ),
    ],
  },
  nemocnica: {
    language: 'sk',
    project: 'Nemocničný informačný systém',
    owner: 'Krajská nemocnica, oddelenie obstarávania',
    sections: [
      section(
        'AMB',
        'Ambulancie',
        'vyšetrení, objednávok pacientov, lekárskych správ, odporúčaní, potvrdení, dávok pre poisťovňu',
      ),
      section(
        'LOZ',
        'Lôžkové oddelenia',
        'príjmov pacientov, teplotných tabuliek, ošetrovateľských plánov, prekladov, diét, prepúšťacích správ',
      ),
      section(
        'LEK',
        'Lekáreň',
        'receptov, skladových zásob, žiadaniek, šarží liekov, inventúr, dodacích listov',
      ),
      section(
        'BEZ',
        'Bezpečnosť a prevádzka',
        'používateľských účtov, prístupových práv, záloh, prevádzkových záznamov, hlásení porúch, certifikátov',
      ),
    ],
  },
  hopital: {
    language: 'fr',
    project: 'Gestion du laboratoire et des rendez-vous',
    owner: 'Centre hospitalier, direction des achats',
    sections: [
      section(
        'RDV',
        'Rendez-vous',
        'les créneaux, les annulations, les listes d’attente, les convocations, les salles, les plannings',
      ),
      section(
        'LAB',
        'Laboratoire',
        'les prélèvements, les résultats, les étiquettes, les contrôles qualité, les réactifs, les comptes rendus',
      ),
      section(
        'FAC',
        'Facturation',
        'les factures, les avoirs, les prises en charge, les relances, les devis, les tarifs',
      ),
      section(
        'SEC',
        'Sécurité',
        'les comptes, les profils, les sauvegardes, les journaux, les incidents, les certificats',
      ),
    ],
  },
  kinou: {
    language: 'ja',
    project: '給与・勤怠システム',
    owner: '人事部',
    sections: [
      section('10', '社員情報', '社員台帳、扶養情報、口座情報、異動履歴、資格情報、雇用契約'),
      section('20', '勤怠管理', '出勤簿、残業申請、休暇残日数、勤務表、打刻修正、代休申請'),
      section('30', '給与計算', '給与明細、控除項目、遡及計算結果、賞与明細、振込データ、差押情報'),
      section(
        '40',
        '法定帳票',
        '年末調整書類、社会保険届、源泉徴収票、住民税通知、労働保険資料、訂正届',
      ),
    ],
  },
  kolej: {
    language: 'pl',
    project: 'System zarządzania ruchem i taborem',
    owner: 'Koleje regionalne, biuro zakupów',
    sections: [
      section(
        'RJ',
        'Rozkład jazdy',
        'tras pociągów, postojów, zamknięć torów, skomunikowań, kalendarzy kursowania, peronów',
      ),
      section(
        'TB',
        'Tabor',
        'przebiegów pojazdów, usterek, terminów przeglądów, zestawień wagonów, pomiarów kół, zleceń czyszczenia',
      ),
      section(
        'DR',
        'Drużyny',
        'grafików służb, odpoczynków, szkoleń, zwolnień, zamian służb, odpraw',
      ),
      section(
        'IP',
        'Informacja pasażerska',
        'komunikatów, tablic peronowych, zapowiedzi, utrudnień, skarg, biletów',
      ),
    ],
  },
} as const satisfies Readonly<Record<string, Domain>>

export type DomainName = keyof typeof DOMAINS
