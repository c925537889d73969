import type { CategoryDetail } from "@call-analysis/sdk";
import fc from "fast-check";
import { emptyCategory } from "./call-input.js";

interface Language {
  /** What the agent may have done; `{}` stands for it in the frames. */
  deeds: readonly string[];
  plain: string;
  /** For calls that fail, and for those that succeed. */
  ifFailed: string;
  ifAgreed: string;
  labels: readonly string[];
  sections: readonly string[];
}

const languages: Record<string, Language> = {
  english: {
    deeds: ["ask for a date", "cross-sell or upsell", "read out the terms, get consent and note it", "say “thank you”"],
    plain: "Did the agent {}?",
    ifFailed: "If the order could not be changed, did the agent {}?",
    ifAgreed: "If the customer agreed, did the agent {}?",
    labels: ["Order changed", "Order kept", "No decision", "Wrong person"],
    sections: ["Beginning", "Middle", "End"],
  },
  hindi: {
    deeds: ["तारीख पूछी", "शर्तें पढ़कर सुनाईं", "धन्यवाद कहा", "कीमत बताई"],
    plain: "क्या एजेंट ने {}?",
    ifFailed: "यदि समस्या हल नहीं हुई, तो क्या एजेंट ने {}?",
    ifAgreed: "अगर ग्राहक सहमत हुआ, तो क्या एजेंट ने {}?",
    labels: ["भुगतान हुआ", "मना किया", "बाद में बात", "गलत नंबर"],
    sections: ["शुरुआत", "बातचीत", "समापन"],
  },
  german: {
    deeds: [
      "nach dem Termin gefragt",
      "die Bedingungen vorgelesen",
      "sich bedankt",
      "den Preis genannt, auch ohne Nachfrage",
    ],
    plain: "Hat der Mitarbeiter {}?",
    ifFailed: "Falls das Problem nicht gelöst werden konnte, hat der Mitarbeiter {}?",
    ifAgreed: "Wenn der Kunde einverstanden war, hat der Mitarbeiter {}?",
    labels: ["Vertrag geändert", "Bleibt unverändert", "Kein Entschluss", "Falsche Nummer"],
    sections: ["Begrüßung", "Gespräch", "Schluss"],
  },
  japanese: {
    deeds: ["日程を確認し", "条件を読み上げ", "お礼を言い", "料金を伝え"],
    plain: "担当者は{}ましたか？",
    ifFailed: "問題が解決できなかった場合、担当者は{}ましたか？",
    ifAgreed: "お客様が同意した場合、担当者は{}ましたか？",
    labels: ["契約成立", "お断り", "保留", "間違い電話"],
    sections: ["挨拶", "説明", "終わり"],
  },
};

function sectionsIn({ deeds, sections, ...frames }: Language) {
  const criterion = fc.record({
    kind: fc.constantFrom("plain", "if-failed", "if-agreed"),
    deed: fc.constantFrom(...deeds),
  });
  const frameOf = { plain: frames.plain, "if-failed": frames.ifFailed, "if-agreed": frames.ifAgreed };
  const criteria = fc.uniqueArray(criterion, {
    selector: ({ kind, deed }) => `${kind} ${deed}`,
    minLength: 1,
    maxLength: 8,
  });
  return fc.tuple(...sections.map(() => criteria)).map((all) =>
    all.map((drafts, index) => ({
      id: `ptr_${index}`,
      sectionId: `sec_${index}`,
      sectionName: sections[index] ?? "",
      criterias: drafts.map(({ kind, deed }, place) => ({
        id: `def_${index}_${place}`,
        criteriaId: `${kind} ${index}-${place}`,
        question: frameOf[kind as keyof typeof frameOf].replace("{}", () => deed),
      })),
    })),
  );
}

function outcomesIn({ labels }: Language): CategoryDetail["possibleOutcomes"] {
  return labels.map((label, index) => ({
    id: `out_${index}`,
    label,
    description: `${label}.`,
    isSuccess: index === 0,
    isNotApplicable: index === 3,
  }));
}

/** Categories in English, Hindi, German and Japanese, of questions from word lists. The same question can be in two sections. */
export const fourLanguages: fc.Arbitrary<CategoryDetail> = fc
  .constantFrom(...Object.values(languages))
  .chain((language) =>
    sectionsIn(language).map((analysisPointers) => ({
      ...emptyCategory,
      analysisPointers,
      possibleOutcomes: outcomesIn(language),
    })),
  );
