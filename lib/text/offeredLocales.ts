/**
 * The locales that the settings offer, by language; any other one that the platform knows can be chosen by its tag through the
 * interface.
 */
export const OFFERED_LOCALES = [
  "ar-AE ar-EG ar-SA bg-BG bn-BD cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-IN en-NZ en-SG en-US en-ZA",
  "es-AR es-ES es-MX et-EE fa-IR fi-FI fr-BE fr-CA fr-CH fr-FR he-IL hi-IN hr-HR hu-HU id-ID is-IS it-CH it-IT ja-JP ko-KR",
  "lt-LT lv-LV ms-MY nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-RS sv-SE th-TH tr-TR uk-UA ur-PK vi-VN",
  "zh-CN zh-HK zh-TW",
].flatMap((line) => line.split(" "));
